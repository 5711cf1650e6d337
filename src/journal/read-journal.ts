import { join } from 'node:path'
import { isRecord, tryParseJson } from '../base/json.js'
import { journalFile } from './file-journal.js'
import type { JournalRecord } from './journal.js'
import { readLinesOf } from './read-lines-of.js'

/** What a journal says of one call. */
export interface JournaledCall {
  readonly id: string
  /** Of id, name and input together. */
  readonly key: string
  readonly name: string
  readonly begunAt: number
  /** The tool had been started: it may have done something. */
  executing: boolean
  /** How it ended; `undefined` for a call that was never answered. */
  ending: string | undefined
}

export interface ReadJournal {
  readonly records: readonly JournalRecord[]
  readonly calls: readonly JournaledCall[]
  /** Of the process that wrote last. */
  readonly opened: { readonly pid: number; readonly started: string; readonly cwd: string } | undefined
  readonly closed: boolean
  /** Lines that are no records: half a line after a kill. */
  readonly damaged: number
}

/** Reads what is there; a journal that does not exist is an empty one. Throws only what the disk says. */
export async function readJournal(folder: string): Promise<ReadJournal> {
  const records: JournalRecord[] = []
  let damaged = 0
  for await (const line of readLinesOf(join(folder, journalFile))) {
    const record = tryParseJson(line)
    if (isRecord(record) && typeof record.event === 'string') records.push(record as unknown as JournalRecord)
    else if (line.trim() !== '') damaged++
  }
  return { records, damaged, ...summarise(records) }
}

function summarise(records: readonly JournalRecord[]): Pick<ReadJournal, 'calls' | 'opened' | 'closed'> {
  const calls = new Map<string, JournaledCall>()
  let opened: ReadJournal['opened']
  let closed = false
  for (const record of records) {
    const { toolUseId: id, event } = record
    if (event === 'opened') {
      opened = { pid: Number(record.pid), started: String(record.started), cwd: String(record.cwd) }
      closed = false
    } else if (event === 'closed') closed = true
    else if (event === 'begun') {
      calls.set(id, {
        id,
        key: String(record.key),
        name: String(record.name),
        begunAt: record.at,
        executing: false,
        ending: undefined,
      })
    }
    const call = calls.get(id)
    if (!call) continue
    if (event === 'executing') call.executing = true
    if (event === 'answered') call.ending = String(record.ending)
  }
  return { calls: [...calls.values()], opened, closed }
}
