import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { endGroup } from '../process/process-group.js'

/** What became of a hook program. */
export type Ran =
  | {
      readonly kind: 'exited'
      readonly code: number | undefined
      readonly signal: string | undefined
      readonly stdout: string
      /** There was more on stdout than we keep. */
      readonly cut: boolean
      readonly stderr: string
    }
  | { readonly kind: 'notStarted' | 'timedOut' | 'aborted'; readonly problem: string }

export interface HookProgram {
  /** For `sh -c`, or the executable where `args` is given. */
  readonly command: string
  readonly args: readonly string[] | undefined
  /** Where it starts: the first of these that is there. A guard must run even where a command removed the folder. */
  readonly folders: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly stdin: string
  readonly timeoutMs: number
}

// an answer is a few hundred characters; what floods is read on, so that the hook can end, and dropped
export const maxOutputBytes = 1024 * 1024

/** Between TERM and KILL. */
const graceMs = 500

// a background child may hold the pipe for ever: what is there a moment after the hook's own end is all there is
const drainMs = 50

/**
 * Runs a hook in a process group of its own. Settles when the program itself ends, even where a child holds its pipes; ends
 * the whole group on time-out, on abort, and when the hook is over. Never rejects.
 */
export async function runHookCommand(program: HookProgram, signal: AbortSignal): Promise<Ran> {
  try {
    for (const [place, cwd] of program.folders.entries()) {
      if (place < program.folders.length - 1 && !existsSync(cwd)) continue
      const ran = await start(program, cwd, signal)
      // the folder may go between the look and the start
      if (ran.kind !== 'notStarted' || existsSync(cwd)) return ran
    }
    return { kind: 'notStarted', problem: 'there is no folder to start it in' }
  } catch (error) {
    // a NUL in an argument, too long an argument list: thrown at once instead of reported
    return {
      kind: 'notStarted',
      problem: `it could not be started: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}

function start(program: HookProgram, cwd: string, signal: AbortSignal): Promise<Ran> {
  if (signal.aborted)
    return Promise.resolve({ kind: 'aborted', problem: 'the call was aborted before it started' })
  const [file, args] =
    program.args === undefined ? ['/bin/sh', ['-c', program.command]] : [program.command, [...program.args]]
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env: program.env,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const stdout = collect(child.stdout)
    const stderr = collect(child.stderr)
    let ended: Ran | undefined
    const end = (problem: Ran) => {
      if (ended) return
      ended = problem
      if (child.pid !== undefined) void endGroup(child.pid, graceMs)
    }
    const timer = setTimeout(
      () => end({ kind: 'timedOut', problem: `it did not end within ${program.timeoutMs} ms` }),
      Math.min(program.timeoutMs, 2 ** 31 - 1),
    )
    const onAbort = () => end({ kind: 'aborted', problem: 'the call was aborted' })
    signal.addEventListener('abort', onAbort, { once: true })
    const finish = (ran: Ran) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
      // a hook leaves nothing behind: what it started in the background ends with it
      if (child.pid !== undefined) void endGroup(child.pid, graceMs)
      resolve(ended ?? ran)
    }
    child.on('error', (error) =>
      finish({ kind: 'notStarted', problem: `it could not be started: ${error.message}` }),
    )
    child.on('exit', (code, killedBy) => {
      const done = () =>
        finish({
          kind: 'exited',
          code: code ?? undefined,
          signal: killedBy ?? undefined,
          stdout: stdout.text(),
          cut: stdout.isCut(),
          stderr: stderr.text(),
        })
      const closed = setTimeout(done, drainMs)
      child.once('close', () => {
        clearTimeout(closed)
        done()
      })
    })
    // a hook need not read its input
    child.stdin.on('error', () => {})
    child.stdin.end(program.stdin)
  })
}

function collect(stream: NodeJS.ReadableStream): { text(): string; isCut(): boolean } {
  const chunks: Buffer[] = []
  let size = 0
  stream.on('data', (chunk: Buffer) => {
    if (size < maxOutputBytes) chunks.push(chunk)
    size += chunk.length
  })
  stream.on('error', () => {})
  return {
    text: () => Buffer.concat(chunks).subarray(0, maxOutputBytes).toString('utf8'),
    isCut: () => size > maxOutputBytes,
  }
}
