import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { ToolFailure } from '../errors/tool-failure.js'
import { childEnvironment } from '../process/environment.js'
import { findOnPath, isExecutable } from '../process/find-program.js'

let found: string | undefined

/** `rg` of this machine, else the one that the package brings. Throws ToolFailure where neither is. */
export function findRipgrep(): string {
  found ??= findOnPath('rg') ?? packaged()
  if (found === undefined) {
    throw new ToolFailure('ripgrep was not found: install it (rg), or the package @vscode/ripgrep.')
  }
  return found
}

function packaged(): string | undefined {
  try {
    const { rgPath } = createRequire(import.meta.url)('@vscode/ripgrep') as { rgPath: string }
    return isExecutable(rgPath) ? rgPath : undefined
  } catch {
    return undefined
  }
}

export interface RipgrepRun {
  readonly args: readonly string[]
  readonly cwd: string
  readonly signal: AbortSignal
  /** One line without its line break. Answers false to hear no more. */
  onLine(line: string): boolean
}

export interface RipgrepEnd {
  /** 0: found, 1: nothing found, 2: a mistake; `undefined` where it was ended before. */
  readonly code: number | undefined
  readonly stderr: string
}

// ripgrep prints lines of any length; nobody sees more of one
const longestLine = 16 * 1024 * 1024

/** Runs ripgrep without anybody's configuration, and hands over its output line by line. Ends with the signal. */
export async function runRipgrep({ args, cwd, signal, onLine }: RipgrepRun): Promise<RipgrepEnd> {
  signal.throwIfAborted()
  const child = spawn(findRipgrep(), ['--no-config', ...args], {
    cwd,
    env: childEnvironment({}),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const onAbort = () => child.kill('SIGKILL')
  signal.addEventListener('abort', onAbort, { once: true })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (stderr.length < 4000) stderr += text
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  ended.catch(() => {})
  let stopped = false
  let rest = ''
  try {
    child.stdout.setEncoding('utf8')
    for await (const chunk of child.stdout) {
      const lines = (rest + (chunk as string)).split('\n')
      rest = lines.pop()!.slice(0, longestLine)
      if (!lines.every(onLine)) {
        stopped = true
        child.kill('SIGKILL')
        break
      }
    }
    if (!stopped && rest !== '') onLine(rest)
    const code = await ended
    signal.throwIfAborted()
    return { code: stopped ? undefined : (code ?? undefined), stderr: stderr.trim() }
  } finally {
    signal.removeEventListener('abort', onAbort)
    if (child.exitCode === null) child.kill('SIGKILL')
  }
}
