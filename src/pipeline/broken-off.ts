import { CallgateError } from '../errors/callgate-error.js'

/** What broke a stream off, as an error: itself, if it is one. */
export function brokenOffBy(cause: unknown, problem: string): Error {
  if (cause instanceof Error) return cause
  return new CallgateError('STREAM_BROKEN_OFF', { problem }, cause === undefined ? undefined : { cause })
}
