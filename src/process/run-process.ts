import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { ToolFailure } from '../errors/tool-failure.js'
import { diskProblem, isDiskProblem } from '../files/disk-problem.js'
import { OutputSpool } from './output-spool.js'
import { countMembers, endGroup, trackGroup, untrackGroup } from './process-group.js'
import { type ShellCommand, shellCommand } from './shell-command.js'

/** Between TERM and KILL. */
const graceMs = 2_000

export interface ProcessOptions {
  readonly command: string
  /** Names its files in `folder`; not used twice. */
  readonly name: string
  readonly folder: string
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
  /** Before the start, without a number, and again as soon as it runs: its number, and the real path of its spool. */
  onStart?(pid: number | undefined, output: string): void
}

export interface ProcessEnd {
  /** `undefined` where a signal ended it. */
  readonly exitCode: number | undefined
  readonly signal: string | undefined
  /** Where the shell was at its end; `undefined` where it could not say. */
  readonly finalFolder: string | undefined
}

/** A shell that runs a command in a session and group of its own, standard input closed, all output in one spool. */
export interface RunningProcess {
  readonly pid: number
  readonly spool: OutputSpool
  /** When the shell itself has ended, whatever its children do. Never rejects. */
  readonly ended: Promise<ProcessEnd>
  /** Processes of the group that still live. */
  members(): number
  /** TERM, then KILL, to the whole group; resolves when it is gone. */
  end(): Promise<void>
}

/** Throws ToolFailure where it cannot be started: no shell, no folder, too many processes. */
export async function startProcess({
  command,
  name,
  folder,
  cwd,
  environment,
  onStart,
}: ProcessOptions): Promise<RunningProcess> {
  const { shell, spool } = await prepare(command, name, folder)
  try {
    const output = realpathSync(spool.path)
    // a kill between the start and the note of it would otherwise leave a process that nobody knows of
    onStart?.(undefined, output)
    const child = spawn(shell.program, shell.args, {
      cwd,
      env: { ...environment, ...shell.environment },
      detached: true,
      stdio: ['ignore', spool.writer, spool.writer],
    })
    if (child.pid !== undefined) onStart?.(child.pid, output)
    const exited = new Promise<Omit<ProcessEnd, 'finalFolder'>>((resolve) => {
      child.once('exit', (code, signal) =>
        resolve({ exitCode: code ?? undefined, signal: signal ?? undefined }),
      )
    })
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', reject)
    })
    const pid = child.pid!
    // after the start only a kill that fails is told this way
    child.on('error', () => {})
    trackGroup(pid)
    return {
      pid,
      spool,
      ended: exited.then(async (end) => {
        const finalFolder = await shell.finalFolder()
        await shell.clear()
        if (countMembers(pid) === 0) untrackGroup(pid)
        return { ...end, finalFolder }
      }),
      members: () => countMembers(pid),
      end: async () => {
        await endGroup(pid, graceMs)
        untrackGroup(pid)
      },
    }
  } catch (error) {
    spool.remove()
    await shell.clear()
    throw startFailure(error, cwd)
  } finally {
    spool.closeWriter()
  }
}

async function prepare(
  command: string,
  name: string,
  folder: string,
): Promise<{ readonly shell: ShellCommand; readonly spool: OutputSpool }> {
  let shell: ShellCommand | undefined
  try {
    shell = await shellCommand(command, name, folder)
    return { shell, spool: await OutputSpool.create(join(folder, `${name}.output`)) }
  } catch (error) {
    await shell?.clear()
    if (!isDiskProblem(error)) throw error
    throw new ToolFailure(
      `Not run: its output could not be kept in ${folder} (${diskProblem(error)}). Make room there or its rights right, then try again.`,
      { cause: error },
    )
  }
}

function startFailure(error: unknown, cwd: string): ToolFailure {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' && !existsSync(cwd))
    return new ToolFailure(`Not run: the folder ${cwd} does not exist any more.`)
  if (code === 'EAGAIN')
    return new ToolFailure('Not run: the machine allows no more processes. End some, then try again.')
  if (code === 'E2BIG')
    return new ToolFailure('Not run: the command with its environment is too long for this machine.')
  return new ToolFailure(`Not run: the shell could not be started (${message}).`)
}
