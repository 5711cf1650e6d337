import type { Readable, Writable } from 'node:stream'
import pc from 'picocolors'
import { howToAllow } from './how-to-allow.js'
import { openKeys } from './open-keys.js'
import type { Answer, AskOptions, Prompter, Question } from './prompter.js'
import { questionText } from './question-text.js'

export interface TerminalOptions {
  /** Default: the process's standard input. */
  readonly input?: Readable & { readonly isTTY?: boolean }
  /** Default: standard error, so that standard output stays free for results. */
  readonly output?: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  /** Milliseconds without a key before an answer counts. Default: 150. */
  readonly guardMs?: number
  readonly color?: boolean
}

export function isInteractive(
  input: { readonly isTTY?: boolean },
  output: { readonly isTTY?: boolean },
): boolean {
  return input.isTTY === true && output.isTTY === true
}

/** Asks in the terminal. Where there is none, the call is refused with a text that says how to allow it. */
export function terminalPrompter(options: TerminalOptions = {}): Prompter {
  const {
    input = process.stdin,
    output = process.stderr,
    guardMs = 150,
    color = !process.env.NO_COLOR,
  } = options
  return {
    ask: async (question, ask) => {
      if (!isInteractive(input, output)) return howToAllow(question)
      try {
        return await askInTerminal(question, ask, { input, output, guardMs, color })
      } catch (error) {
        return {
          kind: 'unattended',
          how: `The prompt failed: ${error instanceof Error ? error.message : String(error)}.`,
        }
      }
    },
  }
}

async function askInTerminal(
  question: Question,
  { signal, onBegin }: AskOptions,
  { input, output, guardMs, color }: Required<TerminalOptions>,
): Promise<Answer> {
  // opened when somebody is asked: most runs ask nobody
  const { choose } = await import('./choose.js')
  const gone = new AbortController()
  const closing = AbortSignal.any([signal, gone.signal])
  output.write(questionText(question, output.columns ?? 80, pc.createColors(color)))
  const keys = openKeys(input, { guardMs, onFirstKey: onBegin, onEnd: () => gone.abort() })
  try {
    const answer = await choose(question, { keys, output, signal: closing })
    if (!closing.aborted) return answer
    return {
      kind: 'unattended',
      how: gone.signal.aborted ? 'The terminal was closed before an answer.' : 'The question was withdrawn.',
    }
  } finally {
    keys.close()
  }
}
