import { isRecord, tryParseJson } from '../base/json.js'

/** How messages are written: server-sent events, one JSON value a line, or one JSON document over all lines. */
export type Form = 'sse' | 'jsonLines' | 'json'

// a field of server-sent events, or a comment
const sseLine = /^(?:(?:event|data|id|retry)(?::|$)|:)/

/** Tells the form by the first line that is not blank. `undefined`: none of them. */
export function detectForm(firstLine: string): Form | undefined {
  if (sseLine.test(firstLine)) return 'sse'
  const start = firstLine.trimStart()
  if (start.startsWith('[')) return 'json'
  if (!start.startsWith('{')) return undefined
  // a whole object on the first line: the next line is another one, or there is none, which comes to the same
  return isRecord(tryParseJson(firstLine)) ? 'jsonLines' : 'json'
}
