import { join } from 'node:path'
import { answersFile, readAnswers } from './answers.js'
import type { JournaledProcess, Opening } from './call-table.js'
import { journalFile } from './file-journal.js'
import { findWriter } from './orphans.js'
import { joinAnswers, type PastCall } from './past-calls.js'
import { readJournal } from './read-journal.js'

/** A line that is no record, and that nobody has been told of. */
export interface Damage {
  readonly file: string
  readonly line: number
}

/** What earlier processes of the session left. */
export interface Remembered {
  /** In the order in which they began. */
  readonly calls: readonly PastCall[]
  readonly openings: readonly Opening[]
  readonly damage: readonly Damage[]
  /** Those that may have outlived their program. */
  readonly processes: readonly JournaledProcess[]
}

/** Reads journal and answers of a session's folder. Throws what the disk says. */
export async function remember(folder: string): Promise<Remembered> {
  const [journal, answers] = await Promise.all([readJournal(folder), readAnswers(folder)])
  const { openings, told } = journal
  const calls = joinAnswers(journal.calls, answers.answers)
  const damage = [
    ...journal.damaged.map((line) => ({ file: journalFile, line })),
    ...answers.damaged.map((line) => ({ file: answersFile, line })),
  ].filter(({ file, line }) => !told.has(`${file}:${line}`))
  // a process that opened the session has seen to those of the processes before it
  const last = openings.length - 1
  const left = openings[last]?.closed ? [] : calls.filter(({ opening }) => opening === last)
  for (const call of left) call.processes.push(...unnumbered(call))
  return { calls, openings, damage, processes: left.flatMap((call) => call.processes) }
}

/** Those whose program was killed between their start and the note of their number. */
function unnumbered({ starting, processes }: PastCall): JournaledProcess[] {
  const known = new Set(processes.map(({ output }) => output))
  return starting.flatMap((output) => (known.has(output) ? [] : (findWriter(output) ?? [])))
}

/** Begun and never answered. Of a call whose record is lost, nobody knows. */
export function isUnfinished({ key, ending }: PastCall): boolean {
  return key !== undefined && ending === undefined
}

export function damageText(folder: string, { file, line }: Damage): string {
  return `${join(folder, file)}:${line} is damaged: a process ended while it wrote, or the disk did harm. What it said is put together from the other lines as far as they go, and nothing is run twice for it.`
}
