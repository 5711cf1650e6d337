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

/** Lines out of chunks; what is there of an unfinished line is never looked at twice. */
class LineSplitter {
  readonly #onLine: (line: string) => boolean
  #pieces: string[] = []
  #length = 0

  constructor(onLine: (line: string) => boolean) {
    this.#onLine = onLine
  }

  /** False once nobody wants more. */
  push(chunk: string): boolean {
    const [head = '', ...lines] = chunk.split('\n')
    if (lines.length === 0) {
      this.#keep(head)
      return true
    }
    this.#keep(head)
    const last = lines.pop()!
    const wanted = this.#onLine(this.#take()) && lines.every(this.#onLine)
    this.#keep(last)
    return wanted
  }

  end(): void {
    if (this.#length > 0) this.#onLine(this.#take())
  }

  #keep(piece: string): void {
    if (this.#length >= longestLine || piece === '') return
    this.#pieces.push(piece)
    this.#length += piece.length
  }

  #take(): string {
    const line = this.#pieces.join('').slice(0, longestLine)
    this.#pieces = []
    this.#length = 0
    return line
  }
}

/** Runs ripgrep without anybody's configuration, and hands over its output line by line. Ends with the signal. */
export async function runRipgrep({ args, cwd, signal, onLine }: RipgrepRun): Promise<RipgrepEnd> {
  signal.throwIfAborted()
  if (args.some((arg) => arg.includes('\0')))
    throw new ToolFailure('Not run: the input holds a NUL character, which no pattern or path can.')
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
  const splitter = new LineSplitter(onLine)
  try {
    child.stdout.setEncoding('utf8')
    for await (const chunk of child.stdout) {
      if (!splitter.push(chunk as string)) {
        stopped = true
        child.kill('SIGKILL')
        break
      }
    }
    if (!stopped) splitter.end()
    const code = await ended
    signal.throwIfAborted()
    return { code: stopped ? undefined : (code ?? undefined), stderr: stderr.trim() }
  } finally {
    signal.removeEventListener('abort', onAbort)
    if (child.exitCode === null) child.kill('SIGKILL')
  }
}
