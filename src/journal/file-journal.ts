import { join } from 'node:path'
import { AppendFile } from './append-file.js'
import type { Journal, JournalRecord } from './journal.js'
import { redact } from './redact.js'

export const journalFile = 'journal.jsonl'

/** Events that must be on disk before anything else happens: what a kill leaves must say whether a tool had been started. */
const barriers = new Set(['opened', 'executing', 'answered', 'closed'])

export interface FileJournal extends Journal {
  /** Writes what waits. */
  flush(): void
  close(): void
}

/** Lines that wait are written with the next barrier, or after this many milliseconds. */
const delayMs = 200

/**
 * The journal of a session: JSON Lines, appended, private. A disk that refuses is told once and costs no call; what could not
 * be written is lost to the journal alone.
 */
export function createFileJournal(folder: string, onProblem: (text: string) => void): FileJournal {
  const file = new AppendFile(join(folder, journalFile))
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  let told = false
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting === '') return
    const lines = waiting
    waiting = ''
    try {
      file.append(lines)
    } catch (error) {
      if (!told)
        onProblem(
          `The journal ${file.path} cannot be written (${messageOf(error)}). Calls go on, but what happens now is not remembered.`,
        )
      told = true
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
  try {
    return JSON.stringify(redact(entry))
  } catch {
    // a value that is no JSON: the event itself is still worth a line
    const { at, sessionId, toolUseId, event } = entry
    return JSON.stringify({ at, sessionId, toolUseId, event, problem: 'its details cannot be written' })
  }
}

function messageOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return 'the disk is full'
  return code ?? message
}
