/** One line of what happened: no outputs, secrets taken out before it is written. */
export interface JournalRecord {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly sessionId: string
  readonly toolUseId: string
  /** `begun`, `stageEnded`, `decision`, `executing`, `answered`. */
  readonly event: string
  readonly [field: string]: unknown
}

/** Must not throw; a journal that fails is the embedder's to notice. */
export interface Journal {
  record(entry: JournalRecord): void
}
