import { spawnSync } from 'node:child_process'
import type { Output } from './host.js'

/**
 * Keys that are typed while something is drawn in place are not shown: they would tear the drawing. Only the echo is off; Ctrl-C
 * and Ctrl-Z go on working as the terminal's own. Gives back what turns it on again; where the process is killed instead, the
 * shell does.
 */
export function quietKeys({ isTTY, fd }: Output & { readonly fd?: number }): () => void {
  if (!isTTY || fd === undefined) return () => {}
  const before = stty(fd, '-g')
  if (before === undefined || stty(fd, '-echo') === undefined) return () => {}
  return () => void stty(fd, before)
}

function stty(terminal: number, argument: string): string | undefined {
  const { status, stdout } = spawnSync('stty', [argument], {
    stdio: [terminal, 'pipe', 'ignore'],
    encoding: 'utf8',
    // in the background it is stopped, which only KILL ends
    timeout: 1_000,
    killSignal: 'SIGKILL',
  })
  return status === 0 ? stdout.trim() : undefined
}
