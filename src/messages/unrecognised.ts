import { shownJson } from '../base/json-depth.js'
import { CallgateError } from '../errors/callgate-error.js'

const shownLength = 60

/** What `callgate run` takes. */
const takes =
  'It takes messages of Anthropic, of OpenAI chat and of the Responses API (one, a list, or JSON Lines), their streams (server-sent events, or JSON Lines), and session files of coding agents, all in UTF-8.'

/** The error for an input that holds something else than messages. `problem` and `wanted` are sentences. */
export function unrecognised(
  name: string,
  line: number | undefined,
  problem: string,
  { cause, wanted = takes }: { readonly cause?: unknown; readonly wanted?: string } = {},
): CallgateError {
  const place = line === undefined ? '' : `line ${line}: `
  return new CallgateError(
    'INPUT_UNRECOGNISED',
    { name, problem: `${place}${problem}`, takes: wanted },
    cause === undefined ? undefined : { cause },
  )
}

/** The beginning of a value, as JSON. */
export function excerptOf(value: unknown): string {
  return excerpt(shownJson(value))
}

/** The beginning of a text, to be quoted in an error. */
export function excerpt(text: string): string {
  const start = text.trim().slice(0, shownLength)
  return JSON.stringify(start.length < text.trim().length ? `${start}…` : start)
}
