import { Random } from './random.js'

/** One line while it is made. */
export interface Draft {
  readonly random: Random
  /** How much deeper it may nest. */
  depth: number
  /** Bodies of here-documents whose lines stand behind the next line feed. */
  pending: string[]
  /** Counts the commands, so that each has an argument of its own. */
  readonly counter: { count: number }
  /** With what the analyser doubts on purpose: functions, aliases, eval, indirect expansion. */
  readonly wild: boolean
  /** Makes a whole script: words hold scripts, and scripts hold words. */
  readonly script: (draft: Draft) => string
}

export function startDraft(seed: number, script: Draft['script']): Draft {
  const random = new Random(seed)
  return { random, depth: 3, pending: [], counter: { count: 0 }, wild: random.chance(0.35), script }
}

/** A part that nests one level deeper. At the bottom, something flat instead. */
export function deeper(draft: Draft, make: (draft: Draft) => string, flat: string): string {
  if (draft.depth <= 0) return flat
  draft.depth--
  const made = make(draft)
  draft.depth++
  return made
}

/** A line feed with the here-documents that wait for it. */
export function lineFeed(draft: Draft): string {
  const bodies = draft.pending.join('')
  draft.pending.length = 0
  return `\n${bodies}`
}

/** A script of its own inside the line: its here-documents end inside it. */
export function inside(draft: Draft): string {
  const inner: Draft = { ...draft, pending: [] }
  const made = draft.script(inner)
  return inner.pending.length > 0 ? made + lineFeed(inner) : made
}
