/** One line of what happened; no secrets, no contents. The file form of it is a later issue: today an embedder may listen. */
export interface JournalRecord {
  readonly at: number
  readonly sessionId: string
  readonly toolUseId: string
  readonly event: string
  readonly [field: string]: unknown
}

/** Must not throw; a journal that fails is the embedder's to notice. */
export interface Journal {
  record(entry: JournalRecord): void
}

export const noJournal: Journal = { record: () => {} }
