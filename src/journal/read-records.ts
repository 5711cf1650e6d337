import { join } from 'node:path'
import { isRecord, tryParseJson } from '../base/json.js'
import { journalFile, journalFormat } from './file-journal.js'
import type { JournalRecord } from './journal.js'
import { readLinesOf } from './read-lines-of.js'

/** What is still to be read of a line that is no record: half of one after a kill, or bytes that went bad. */
export interface DamagedRecord {
  readonly call: number | undefined
  readonly event: string | undefined
  readonly toolUseId: string | undefined
  readonly key: string | undefined
}

/** One line of a journal. */
export type JournalLine =
  | { readonly line: number; readonly record: JournalRecord }
  | { readonly line: number; readonly damaged: DamagedRecord }

/** Line by line; none where there is no journal. Rejects with what the disk says, and for the format of a later version. */
export async function* readRecords(folder: string): AsyncGenerator<JournalLine> {
  let line = 0
  for await (const text of readLinesOf(join(folder, journalFile))) {
    line++
    const value = tryParseJson(text)
    if (isJournalRecord(value)) {
      if (value.event === 'opened' && Number(value.format ?? 1) > journalFormat)
        throw new Error(`a newer version of Callgate wrote it: line ${line} says format ${value.format}`)
      yield { line, record: value }
    } else if (text.trim() !== '') yield { line, damaged: salvage(text) }
  }
}

function isJournalRecord(value: unknown): value is JournalRecord {
  if (!isRecord(value)) return false
  const { call, event, toolUseId, key } = value
  return (
    typeof event === 'string' &&
    typeof toolUseId === 'string' &&
    (key === undefined || typeof key === 'string') &&
    (call === undefined || (Number.isSafeInteger(call) && Number(call) > 0))
  )
}

// the beginnings of lines as they are written now, and as they were written before calls had numbers
const beginning =
  /^\{(?:"call":(\d{1,15}),)?"event":"(\w+)"(?:,"toolUseId":("(?:[^"\\]|\\.)*"))?(?:,"key":"([\w-]+)")?/
const oldBeginning =
  /^\{"at":[^,]*,"sessionId":"[^"]*","toolUseId":("(?:[^"\\]|\\.)*")(?:,"event":"(\w+)"(?:,"key":"([\w-]+)")?)?/

function salvage(text: string): DamagedRecord {
  const now = beginning.exec(text)
  if (now !== null) return part(now[1], now[2], now[3], now[4])
  const old = oldBeginning.exec(text)
  return part(undefined, old?.[2], old?.[1], old?.[3])
}

function part(call?: string, event?: string, id?: string, key?: string): DamagedRecord {
  const toolUseId = id === undefined ? undefined : tryParseJson(id)
  return {
    call: call === undefined ? undefined : Number(call),
    event,
    toolUseId: typeof toolUseId === 'string' ? toolUseId : undefined,
    key,
  }
}
