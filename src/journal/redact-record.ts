import type { JournalRecord } from './journal.js'
import { redact } from './redact.js'

/**
 * What tells a call from others comes first, so that a line that is cut keeps it, and is never redacted: a key that looked like
 * a secret by chance would be another key.
 */
export function redactRecord({
  call,
  event,
  toolUseId,
  key,
  at,
  sessionId,
  ...details
}: JournalRecord): JournalRecord {
  const identity = {
    ...(call !== undefined && { call }),
    event,
    toolUseId,
    ...(key !== undefined && { key }),
    at,
    sessionId,
  }
  return { ...identity, ...(redact(details) as object) }
}
