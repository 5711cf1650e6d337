import type { Verdict } from './classifier.js'

/** A verdict that is being worked on. */
export interface PendingVerdict {
  /** `undefined`: there is none (no command, not reachable, dropped). Never rejects. */
  readonly promise: Promise<Verdict | undefined>
  /** The call was settled without it: ends the work. */
  drop(): void
}

const nothing: Promise<undefined> = Promise.resolve(undefined)

export const noVerdict: PendingVerdict = { promise: nothing, drop: () => {} }
