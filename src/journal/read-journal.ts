import { CallTable, type JournaledCall, type Opening } from './call-table.js'
import { readRecords } from './read-records.js'

export interface ReadJournal {
  readonly calls: ReadonlyMap<number, JournaledCall>
  readonly openings: readonly Opening[]
  /** Numbers of the lines that are no records. */
  readonly damaged: readonly number[]
  /** Damaged lines that an earlier process has told of, as `file:line`. */
  readonly told: ReadonlySet<string>
}

/** Reads what is there; a journal that does not exist is an empty one. Throws only what the disk says. */
export async function readJournal(folder: string): Promise<ReadJournal> {
  const table = new CallTable()
  const damaged: number[] = []
  const told = new Set<string>()
  for await (const each of readRecords(folder)) {
    if ('damaged' in each) {
      damaged.push(each.line)
      table.takeDamaged(each.damaged)
      continue
    }
    const { record } = each
    table.take(record)
    if (record.event === 'damage') told.add(`${record.file}:${record.line}`)
  }
  return { calls: table.end(), openings: table.openings, damaged, told }
}
