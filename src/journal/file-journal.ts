import { join } from 'node:path'
import { AppendFile } from './append-file.js'
import type { Journal, JournalRecord } from './journal.js'
import { redactRecord } from './redact-record.js'

export const journalFile = 'journal.jsonl'

/** Of the lines; stands in `opened`. 1 had no call numbers. */
export const journalFormat = 2

/** Events that must be on disk before anything else happens: what a kill leaves must say whether a tool had been started. */
const barriers = new Set(['opened', 'executing', 'process', 'answered', 'closed'])

export interface FileJournal extends Journal {
  /** Writes what waits. */
  flush(): void
  close(): void
}

/** Lines that wait are written with the next barrier, or after this many milliseconds. */
const delayMs = 200

/**
 * The journal of a session: JSON Lines, appended, private. A disk that refuses is told and costs no call; the lines are
 * written later, if there is room again before the process ends.
 */
export function createFileJournal(folder: string, onProblem: (error: unknown) => void): FileJournal {
  const file = new AppendFile(join(folder, journalFile))
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting === '') return
    const lines = waiting
    waiting = ''
    try {
      file.append(lines)
    } catch (error) {
      onProblem(error)
    }
  }
  return {
    record: (entry) => {
      waiting += `${lineOf(entry)}\n`
      if (barriers.has(entry.event)) flush()
      else timer ??= setTimeout(flush, delayMs).unref()
    },
    flush,
    close: () => {
      flush()
      file.close()
    },
  }
}

function lineOf(entry: JournalRecord): string {
  const record = redactRecord(entry)
  try {
    return JSON.stringify(record)
  } catch {
    // a value that is no JSON: the event itself is still worth a line
    const { call, event, toolUseId, key, at, sessionId } = record
    const problem = 'its details cannot be written'
    return JSON.stringify({ call, event, toolUseId, key, at, sessionId, problem })
  }
}
