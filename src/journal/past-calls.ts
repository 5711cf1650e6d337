import type { StoredAnswer } from './answers.js'
import { type JournaledCall, lostCall } from './call-table.js'

/** A call that an earlier process had begun, with its answer where it was kept. */
export interface PastCall extends JournaledCall {
  answer: StoredAnswer | undefined
}

/** What journal and answers say together, in the order of numbers: each knows calls that the other has lost. */
export function joinAnswers(
  journaled: ReadonlyMap<number, JournaledCall>,
  answers: readonly StoredAnswer[],
): PastCall[] {
  const table = new Map<number, PastCall>()
  for (const [number, call] of journaled) table.set(number, { ...call, answer: undefined })
  const owner = ownersByKey(table)
  for (const answer of answers) {
    const call = answer.call === undefined ? owner(answer) : atNumber(table, answer.call)
    call.key ??= answer.key
    call.id ??= answer.result.tool_use_id
    call.ending ??= answer.ending
    call.answer = answer
  }
  return withGaps(inOrder(table))
}

const inOrder = (table: ReadonlyMap<number, PastCall>) =>
  [...table.values()].sort((a, b) => a.number - b.number)

function atNumber(table: Map<number, PastCall>, number: number): PastCall {
  const call = table.get(number) ?? { ...lostCall(number, 0), answer: undefined }
  table.set(number, call)
  return call
}

/** For answers without a number: they belong to the calls of their key, in order; else to one of their id whose key is lost. */
function ownersByKey(table: Map<number, PastCall>): (answer: StoredAnswer) => PastCall {
  const calls = inOrder(table)
  let last = calls.at(-1)?.number ?? 0
  const byKey = new Map<string, PastCall[]>()
  for (const call of calls) {
    if (call.key !== undefined) byKey.set(call.key, [...(byKey.get(call.key) ?? []), call])
  }
  return ({ key, result }) => {
    const same = byKey.get(key) ?? []
    const found =
      same.find(({ answer }) => answer === undefined) ??
      same.at(-1) ??
      calls.find((call) => call.key === undefined && call.id === result.tool_use_id)
    return found ?? atNumber(table, ++last)
  }
}

/** A number that went bad must not make a million calls. */
const mostInAGap = 100

/** A number that is missing is a call of which nothing is known. */
function withGaps(calls: readonly PastCall[]): PastCall[] {
  let before = 0
  return calls.flatMap((call) => {
    const first = Math.max(before + 1, call.number - mostInAGap)
    before = call.number
    const lost = Array.from({ length: call.number - first }, (_, index) => ({
      ...lostCall(first + index, call.opening),
      answer: undefined,
    }))
    return [...lost, call]
  })
}
