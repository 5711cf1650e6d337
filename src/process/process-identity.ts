import { readFileSync } from 'node:fs'

/** What tells a process from a later one with the same number: when it started, on which boot. `''` where it cannot be told. */
export function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
    return fields[0] === 'Z' ? '' : `${boot} ${fields[19]}`
  } catch {
    return ''
  }
}

/** Whether the process that called itself this still lives. Where the machine cannot tell, a process of that number counts. */
export function stillLives(pid: number, started: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = startOf(pid)
  return now === '' ? started === '' : now === started
}
