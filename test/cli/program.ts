import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWorkspace, type Workspace } from '../scenarios/workspace.js'

const main = new URL('../../dist/cli/main.js', import.meta.url).pathname

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly lines: readonly Record<string, unknown>[]
}

export interface Running {
  readonly pid: number
  readonly stdin: NodeJS.WritableStream
  kill(signal: NodeJS.Signals): void
  /** Resolves when something comes on standard output. */
  output(): Promise<unknown>
  readonly ended: Promise<Ended>
}

/** A workspace, and the real program in it, with a home of its own. */
export interface CliWorkspace extends Workspace {
  start(args: readonly string[], env?: Record<string, string>): Running
  run(args: readonly string[], input?: string, env?: Record<string, string>): Promise<Ended>
}

export function createCliWorkspace(): CliWorkspace {
  const ws = createWorkspace()
  const start = (args: readonly string[], env: Record<string, string> = {}): Running => {
    const child = spawn(process.execPath, [main, ...args], {
      cwd: ws.project,
      env: { PATH: process.env.PATH ?? '', HOME: ws.home, XDG_STATE_HOME: `${ws.folder}/state`, ...env },
    })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.stdin.on('error', () => {})
    const ended = new Promise<Ended>((resolve) => {
      child.on('close', (code) => {
        const json = stdout.split('\n').filter((line) => line.startsWith('{'))
        resolve({ code, stdout, stderr, lines: json.map((line) => JSON.parse(line)) })
      })
    })
    return {
      pid: child.pid!,
      stdin: child.stdin,
      kill: (signal) => void child.kill(signal),
      output: () => once(child.stdout, 'data'),
      ended,
    }
  }
  return {
    ...ws,
    start,
    run: (args, input = '', env) => {
      const running = start(args, env)
      running.stdin.end(input)
      return running.ended
    },
  }
}
