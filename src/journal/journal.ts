/** In the order in which a call meets them; docs/reference/sessions.md says what each carries. */
export const journalEvents = [
  'opened',
  'begun',
  'stageEnded',
  'decision',
  'executing',
  'process',
  'answered',
  'given',
  'damage',
  'closed',
] as const

export type JournalEvent = (typeof journalEvents)[number]

/** One line of what happened: no outputs, secrets taken out before it is written. */
export interface JournalRecord {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly sessionId: string
  readonly toolUseId: string
  /** Which call of the session, counted from 1: a `toolUseId` may come again. Absent where the journal is the embedder's own. */
  readonly call?: number
  /** A `JournalEvent`; another version's journal may hold others. */
  readonly event: string
  readonly [field: string]: unknown
}

/** Must not throw; a journal that fails is the embedder's to notice. */
export interface Journal {
  record(entry: JournalRecord): void
}
