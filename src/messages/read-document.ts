import { isRecord } from '../base/json.js'
import { jsonProblem } from './json-problem.js'
import type { Line } from './read-lines.js'
import type { Value } from './read-values.js'
import { unrecognised } from './unrecognised.js'

// characters; V8 holds strings up to about twice this
const maxDocumentLength = 256 * 1024 * 1024

/** One JSON document over all lines: a message, or a list of messages. */
export async function* readDocument(
  lines: AsyncIterable<Line>,
  name: string,
): AsyncGenerator<Value, void, undefined> {
  const { text, first } = await collect(lines, name)
  const document = parseDocument(text, first, name)
  if (isRecord(document)) {
    yield { value: document, line: first }
    return
  }
  if (!Array.isArray(document)) throw unrecognised(name, first, 'it holds neither an object nor a list.')
  for (const [index, value] of document.entries()) {
    if (!isRecord(value)) throw unrecognised(name, undefined, `entry ${index + 1} of the list is no message.`)
    yield { value, line: first, entry: index + 1 }
  }
}

async function collect(lines: AsyncIterable<Line>, name: string): Promise<{ text: string; first: number }> {
  const parts: string[] = []
  let length = 0
  let first = 0
  for await (const { text, number } of lines) {
    first ||= number
    length += text.length + 1
    if (length > maxDocumentLength)
      throw unrecognised(name, number, `the document is over ${maxDocumentLength} characters.`)
    parts.push(text)
  }
  return { text: parts.join('\n'), first }
}

function parseDocument(text: string, first: number, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const { line, problem } = jsonProblem(text, error as Error)
    throw unrecognised(name, first + line - 1, `it ${problem}`, { cause: error })
  }
}
