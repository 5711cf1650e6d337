/** One line of what happened: no outputs, secrets taken out before it is written. */
export interface JournalRecord {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly sessionId: string
  readonly toolUseId: string
  /** Which call of the session, counted from 1: a `toolUseId` may come again. Absent where the journal is the embedder's own. */
  readonly call?: number
  /** `begun`, `stageEnded`, `decision`, `executing`, `process`, `answered`; docs/reference/sessions.md has them all. */
  readonly event: string
  readonly [field: string]: unknown
}

/** Must not throw; a journal that fails is the embedder's to notice. */
export interface Journal {
  record(entry: JournalRecord): void
}
