import { readFileSync } from 'node:fs'

/**
 * What tells a process from a later one with the same number: when it started, on which boot. `''` where it cannot be told. A
 * child that has ended keeps it until its parent asks for the end.
 */
export function startOf(pid: number): string {
  const stat = readStat(pid)
  return stat === undefined ? '' : `${bootId()} ${stat.started}`
}

/** Whether the process that called itself this still lives. Where the machine cannot tell, a process of that number counts. */
export function stillLives(pid: number, started: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const stat = readStat(pid)
  if (stat === undefined) return started === ''
  return !stat.ended && `${bootId()} ${stat.started}` === started
}

function readStat(pid: number): { readonly ended: boolean; readonly started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { ended: fields[0] === 'Z' || fields[0] === 'X', started: fields[19] ?? '' }
  } catch {
    return undefined
  }
}

let boot: string | undefined

function bootId(): string {
  boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
  return boot
}
