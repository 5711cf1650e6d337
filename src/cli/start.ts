import { endWithError } from './end-with-error.js'
import type { Host } from './host.js'
import { openGate } from './open-gate.js'
import { makeProgram } from './program.js'

/** The program with the process's own streams. Gives the exit code. */
export async function start(): Promise<number> {
  const { stdin, stdout, stderr } = process
  // a reader that leaves is no crash, whoever is writing at that moment
  stdout.on('error', () => {})
  stderr.on('error', () => {})
  const dumb = process.env.TERM === 'dumb'
  const host: Host = {
    stdin,
    stdout,
    stderr,
    cwd: process.cwd(),
    color: !process.env.NO_COLOR && !dumb,
    cursor: !dumb,
    openGate,
  }
  let exitCode = 0
  try {
    const program = makeProgram(host, (code) => {
      exitCode = code
    })
    await program.parseAsync()
  } catch (error) {
    exitCode = endWithError(error, stderr)
  }
  return exitCode
}
