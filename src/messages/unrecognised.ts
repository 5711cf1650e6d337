import { CallgateError } from '../errors/callgate-error.js'

const shownLength = 60

/** The error for an input that holds something else than messages. `problem` is a sentence. */
export function unrecognised(
  name: string,
  line: number | undefined,
  problem: string,
  cause?: unknown,
): CallgateError {
  const place = line === undefined ? '' : `line ${line}: `
  return new CallgateError(
    'INPUT_UNRECOGNISED',
    { name, problem: `${place}${problem}` },
    cause === undefined ? undefined : { cause },
  )
}

/** The beginning of a text, to be quoted in an error. */
export function excerpt(text: string): string {
  const start = text.trim().slice(0, shownLength)
  return JSON.stringify(start.length < text.trim().length ? `${start}…` : start)
}
