import type { Journal, JournalRecord } from '../journal/journal.js'
import type { Telemetry, TelemetryEvent } from '../telemetry/telemetry.js'

/** Telemetry that keeps what it was told. */
export function recordingTelemetry(): Telemetry & { readonly events: readonly TelemetryEvent[] } {
  const events: TelemetryEvent[] = []
  return { events, count: (event) => void events.push(event) }
}

/** A journal that keeps what it was told. */
export function recordingJournal(): Journal & { readonly records: readonly JournalRecord[] } {
  const records: JournalRecord[] = []
  return { records, record: (entry) => void records.push(entry) }
}
