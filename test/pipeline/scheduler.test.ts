import { describe, expect, it } from 'vitest'
import { createScheduler, type Turn } from '../../src/pipeline/scheduler.js'

const never = new AbortController().signal
const settle = () => new Promise((resolve) => setImmediate(resolve))

const start = async (turn: Turn, access: 'shared' | 'exclusive') => turn.begin(access, never)

/** Starts turns and notes the order in which they may begin. */
function begin(turns: readonly (readonly [string, Turn, 'shared' | 'exclusive'])[]): string[] {
  const begun: string[] = []
  for (const [name, turn, access] of turns) void start(turn, access).then(() => begun.push(name))
  return begun
}

describe('createScheduler', () => {
  it('runs shared calls together, an exclusive one alone, in order [stages/waits-for-conflicts]', async () => {
    const { enter } = createScheduler(() => 10)
    const [a, b, c, d] = [enter(), enter(), enter(), enter()]
    const begun = begin([
      ['a', a, 'shared'],
      ['b', b, 'shared'],
      ['c', c, 'exclusive'],
      ['d', d, 'shared'],
    ])
    await settle()
    expect(begun).toEqual(['a', 'b'])
    a.end()
    b.end()
    await settle()
    expect(begun).toEqual(['a', 'b', 'c'])
    c.end()
    await settle()
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
  })

  it('holds later calls back while an earlier one has not said what it needs [stages/waits-for-conflicts]', async () => {
    const { enter } = createScheduler(() => 10)
    const [unknown, read] = [enter(), enter()]
    const begun = begin([['read', read, 'shared']])
    await settle()
    expect(begun).toEqual([])
    unknown.end()
    await settle()
    expect(begun).toEqual(['read'])
  })

  it('runs no more than the cap together [stages/cap]', async () => {
    const { enter } = createScheduler(() => 2)
    const turns = Array.from({ length: 5 }, enter)
    const begun = begin(turns.map((turn, index) => [String(index), turn, 'shared'] as const))
    await settle()
    expect(begun).toEqual(['0', '1'])
    turns[1]!.end()
    await settle()
    expect(begun).toEqual(['0', '1', '2'])
  })

  it('lets a waiting call go with the reason of its signal, and its place to the next', async () => {
    const { enter } = createScheduler(() => 10)
    const [first, aborted, last] = [enter(), enter(), enter()]
    const controller = new AbortController()
    const begun = begin([['first', first, 'exclusive']])
    const waiting = aborted.begin('exclusive', controller.signal)
    void start(last, 'exclusive').then(() => begun.push('last'))
    controller.abort('enough')
    await expect(waiting).rejects.toBe('enough')
    aborted.end()
    first.end()
    await settle()
    expect(begun).toEqual(['first', 'last'])
  })

  it('tells when the permissions of all earlier calls are settled', async () => {
    const { enter } = createScheduler(() => 10)
    const [a, b, c] = [enter(), enter(), enter()]
    const seen: string[] = []
    void c.earlierPermissionsSettled(never).then(() => seen.push('c'))
    b.permissionSettled()
    await settle()
    expect(seen).toEqual([])
    a.end()
    await settle()
    expect(seen).toEqual(['c'])
  })

  it('gives calls from inside a call an order of their own', async () => {
    const { enter } = createScheduler(() => 10)
    const parent = enter()
    await parent.begin('exclusive', never)
    const inner = parent.inner.enter()
    await inner.begin('exclusive', never)
    inner.end()
    parent.end()
  })
})
