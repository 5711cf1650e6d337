import { diskProblem } from '../files/disk-problem.js'
import { endWithError } from './end-with-error.js'
import { exitCodes } from './exit-codes.js'
import { CliError, type Host } from './host.js'
import { openGate } from './open-gate.js'
import { makeProgram } from './program.js'

/** The program with the process's own streams. Gives the exit code. */
export async function start(): Promise<number> {
  const { stdin, stdout, stderr } = process
  // a reader that leaves is no crash, whoever is writing at that moment; a disk that refuses loses what was to be kept
  let refused: NodeJS.ErrnoException | undefined
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') refused ??= error
  })
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
    await new Promise((resolve) => stdout.write('', resolve))
    if (refused)
      throw new CliError(
        `Standard output cannot be written (${diskProblem(refused)}), and lacks what came after. The same input with \`run --session ID\` gives the results again and runs nothing twice.`,
        exitCodes.output.code,
      )
  } catch (error) {
    exitCode = endWithError(error, stderr)
  }
  return exitCode
}
