import { readdirSync, readlinkSync } from 'node:fs'
import { endGroup, livingMembers, livingProcesses } from '../process/process-group.js'
import { startOf } from '../process/process-identity.js'
import type { JournaledProcess } from './call-table.js'

/** What became of a process that outlived its program: `unsure` is left alone, since another process may have its number. */
export type OrphanFate = 'gone' | 'ended' | 'unsure'

const graceMs = 2_000

/** Ends what still lives of it, if it is still the same. Never rejects. */
export async function endOrphan(process: JournaledProcess): Promise<OrphanFate> {
  const found = findOrphan(process)
  if (found !== 'lives') return found
  await endGroup(process.pid, graceMs)
  return findOrphan(process) === 'gone' ? 'ended' : 'unsure'
}

/**
 * The leader is known by its start. Where only processes that it started are left, the kernel has not given its number to another,
 * unless all of them had been gone in between: so one of them must hold the file that the command writes into.
 */
export function findOrphan({ pid, started, output }: JournaledProcess): 'gone' | 'lives' | 'unsure' {
  const [boot = ''] = startOf(process.pid).split(' ')
  if (started === '' || boot === '') return 'unsure'
  // the machine was started anew
  if (!started.startsWith(`${boot} `)) return 'gone'
  const now = startOf(pid)
  if (now !== '' && now !== started) return 'gone'
  const members = livingMembers(pid) ?? []
  if (members.length === 0) return 'gone'
  return now === started || members.some((member) => holds(member.pid, output)) ? 'lives' : 'unsure'
}

/** The process that writes into the file, where one does: its program was killed before it could note the number. */
export function findWriter(output: string): JournaledProcess | undefined {
  const writer = livingProcesses().find(({ pid }) => writesInto(pid, output))
  return writer && { pid: writer.session, started: startOf(writer.session), output }
}

function writesInto(pid: number, file: string): boolean {
  return isLinkTo(file, `/proc/${pid}/fd/1`) || isLinkTo(file, `/proc/${pid}/fd/2`)
}

function holds(pid: number, file: string): boolean {
  try {
    const folder = `/proc/${pid}/fd`
    return readdirSync(folder).some((name) => isLinkTo(file, `${folder}/${name}`))
  } catch {
    // it ended while we looked, or is another user's
    return false
  }
}

function isLinkTo(file: string, link: string): boolean {
  try {
    const target = readlinkSync(link)
    return target === file || target === `${file} (deleted)`
  } catch {
    return false
  }
}
