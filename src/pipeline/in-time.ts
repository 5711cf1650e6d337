import { startLimit } from './limit.js'

/** Milliseconds that a tool's checks, its schema and the mapping of its output may take, each. */
const answerMs = 60_000

/**
 * What a function of a tool answered, waited for with an end: it may settle late or never, and must hold up neither its call
 * nor the calls behind it. Rejects with the signal's reason, after the grace, or where the time is over. What is no promise
 * comes back as it is: most answers are none, and then nothing is set up.
 */
export function inTime<T>(
  answer: T | PromiseLike<T>,
  signal: AbortSignal,
  { graceMs = 0, ms = answerMs }: { readonly graceMs?: number; readonly ms?: number } = {},
): T | Promise<T> {
  return isThenable(answer) ? raced(answer, signal, ms, graceMs) : answer
}

async function raced<T>(
  answer: PromiseLike<T>,
  signal: AbortSignal,
  ms: number,
  graceMs: number,
): Promise<T> {
  const limit = startLimit(ms, signal, graceMs)
  try {
    return await limit.race(Promise.resolve(answer))
  } finally {
    limit.clear()
  }
}

function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
