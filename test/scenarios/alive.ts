import { readdirSync, readFileSync } from 'node:fs'

/** Whether a process with this text in its command line lives. Reads /proc: `pgrep` need not be installed. */
export function alive(text: string): boolean {
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && commandOf(name).includes(text))
}

function commandOf(pid: string): string {
  try {
    // a zombie has no command line any more
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
