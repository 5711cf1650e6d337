import type { RunOutcome } from '../pipeline/events.js'

/** What every helper answers beside the messages. */
export interface Answered {
  /** Nothing is left to do: no call was made, somebody stopped the run, or the stream was aborted. */
  readonly done: boolean
  readonly stop?: RunOutcome['stop']
  /** The stream ended before the message did; the calls that had begun are answered. See `RunOutcome`. */
  readonly brokenOff?: Error
}

/** Throws what broke the message off where no call had begun: there is no result that could be lost by it. */
export function answeredBy({ message, stop, brokenOff }: RunOutcome): Answered {
  const calls = message.content.some(({ type }) => type === 'tool_result')
  if (brokenOff && !calls) throw brokenOff
  const done = !calls || stop !== undefined || (brokenOff !== undefined && isAbort(brokenOff))
  return { done, ...(stop && { stop }), ...(brokenOff && { brokenOff }) }
}

/** By its name: the SDKs have classes of their own for it, which are not imported here. */
function isAbort(error: Error): boolean {
  return error.name === 'AbortError' || error.constructor.name === 'APIUserAbortError'
}

export function isStream(value: object): value is AsyncIterable<unknown> | Iterable<unknown> {
  return Symbol.asyncIterator in value || Symbol.iterator in value
}

/**
 * The values of a stream. Where an SDK's own stream fails while nobody waits for its next value, its iteration ends as if nothing
 * had been; only what its `done()` promises tells the error.
 */
export async function* valuesOf(stream: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<unknown> {
  yield* stream
  const { done } = stream as { readonly done?: unknown }
  if (typeof done === 'function') await done.call(stream)
}
