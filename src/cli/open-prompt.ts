import { openSync } from 'node:fs'
import { ReadStream } from 'node:tty'
import { withoutTerminal } from '../prompt/how-to-allow.js'
import type { Prompter } from '../prompt/prompter.js'
import { terminalPrompter } from '../prompt/terminal.js'
import type { Host, Input, Output } from './host.js'
import type { LiveScreen } from './live-screen.js'

export interface OpenPrompt {
  readonly prompter: Prompter
  close(): void
}

interface PromptOptions {
  readonly screen: LiveScreen
  readonly output: Output
  /** Messages come from standard input: the person is then asked through the controlling terminal. */
  readonly readsStdin: boolean
  readonly wanted: boolean
}

/** Somebody is asked only where a terminal shows the question and gives the keys. */
export function openPrompt(host: Host, { screen, output, readsStdin, wanted }: PromptOptions): OpenPrompt {
  const shown = [output, host.stderr].find(({ isTTY }) => isTTY === true)
  if (!wanted || !shown) return { prompter: withoutTerminal, close: () => {} }
  const terminal = readsStdin ? controllingTerminal(host.stdin) : undefined
  const input = readsStdin ? terminal : host.stdin
  if (!input?.isTTY) return { prompter: withoutTerminal, close: () => {} }
  const prompter = terminalPrompter({ input, output: shown, color: host.color })
  return { prompter: quietWhileAsking(prompter, screen), close: () => void terminal?.destroy() }
}

function controllingTerminal(stdin: Input): ReadStream | undefined {
  // messages are typed at it: keys could not be told apart
  if (stdin.isTTY) return undefined
  try {
    return new ReadStream(openSync('/dev/tty', 'r'))
  } catch {
    return undefined
  }
}

function quietWhileAsking(prompter: Prompter, screen: LiveScreen): Prompter {
  return {
    async ask(question, options) {
      screen.pause()
      try {
        return await prompter.ask(question, options)
      } finally {
        screen.resume()
      }
    },
  }
}
