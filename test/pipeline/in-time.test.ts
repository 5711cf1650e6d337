import { describe, expect, it } from 'vitest'
import { inTime } from '../../src/pipeline/in-time.js'

const never = new Promise<never>(() => {})
const open = () => new AbortController().signal

describe('inTime', () => {
  it('gives back what is no promise as it is', () => {
    const answer = { result: true }
    expect(inTime(answer, AbortSignal.abort())).toBe(answer)
  })

  it('waits for a promise', async () => {
    expect(await inTime(Promise.resolve(1), open())).toBe(1)
  })

  it.each([
    {
      id: 'rejects',
      answer: () => Promise.reject(new Error('own')),
      options: {},
      signal: open(),
      says: 'own',
    },
    { id: 'hangs', answer: () => never, options: { ms: 5 }, signal: open(), says: 'time limit of 5 ms' },
    {
      id: 'hangs as all ends',
      answer: () => never,
      options: {},
      signal: AbortSignal.abort(new Error('enough')),
      says: 'enough',
    },
  ])('rejects where the promise $id', async ({ answer, options, signal, says }) => {
    await expect(inTime(answer(), signal, options)).rejects.toThrow(says)
  })

  it('with a grace, what comes soon after the abort is not lost', async () => {
    const late = new Promise((resolve) => setTimeout(resolve, 20, 'finished'))
    expect(await inTime(late, AbortSignal.abort('enough'), { graceMs: 5_000 })).toBe('finished')
  })
})
