import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import pc from 'picocolors'
import { visibleLine } from '../base/visible-text.js'
import { CallgateError } from '../errors/callgate-error.js'
import type { InterruptedCall } from '../journal/interrupted.js'
import type { Dialect } from '../messages/classified.js'
import { customIdsOf, toChatMessages, toOutputItems } from '../messages/openai.js'
import { type IncomingMessage, readMessages } from '../messages/read-message.js'
import type { Callgate } from '../pipeline/api.js'
import type { UserMessage } from '../tool/content.js'
import { exitCodes } from './exit-codes.js'
import { type GateArguments, gateOptions } from './gate-options.js'
import { CliError, type Host } from './host.js'
import { type Interrupt, watchInterrupts } from './interrupt.js'
import { LiveScreen } from './live-screen.js'
import { LiveView } from './live-view.js'
import { openPrompt } from './open-prompt.js'
import { quietKeys } from './quiet-keys.js'
import { type LineWriter, lineWriter } from './write-lines.js'

export interface RunArguments extends GateArguments {
  readonly json?: boolean
  readonly prompt?: boolean
}

function interruptedNote({ id, name, executing, process }: InterruptedCall): string {
  const state = executing ? 'was running, and may have done a part of its work' : 'had not begun to run'
  const ended = process === 'ended' ? ' What still ran of it was ended.' : ''
  const unsure = process === 'unsure' ? ' Its command may still run.' : ''
  return `${name} (${id}) ${state} when an earlier process of this session ended. It is not run again.${ended}${unsure}`
}

interface Session {
  readonly gate: Callgate
  readonly view: LiveView
  /** `undefined` where a person watches: then the view is the answer. */
  readonly answers: LineWriter | undefined
  readonly interrupt: Interrupt
}

/** Takes every assistant message of the input through the gate, and answers each with one user message. Gives the exit code. */
export async function run(file: string, given: RunArguments, host: Host): Promise<number> {
  const options = await gateOptions(given, host.cwd)
  const live = host.stdout.isTTY === true && !given.json
  const screenOutput = live ? host.stdout : host.stderr
  // results on the same terminal would tear a region that is drawn in place
  const inPlace = host.cursor && screenOutput.isTTY === true && (live || host.stdout.isTTY !== true)
  const screen = new LiveScreen(screenOutput, inPlace)
  const view = new LiveView(
    screen,
    pc.createColors(host.color && screenOutput.isTTY === true),
    options.cwd ?? host.cwd,
  )
  const interrupt = watchInterrupts()
  const answers = lineWriter(host.stdout, () => interrupt.end())
  const prompt = openPrompt(host, {
    screen,
    output: screenOutput,
    readsStdin: file === '-',
    wanted: given.prompt !== false,
  })
  const gate = await host.openGate({
    ...options,
    journal: 'file',
    prompter: prompt.prompter,
    signal: interrupt.signal,
  })
  // messages may be typed, and are seen then
  const showKeys = inPlace && !(file === '-' && host.stdin.isTTY) ? quietKeys(screenOutput) : () => {}
  let opened = false
  try {
    const cutOff = await gate.interrupted()
    opened = true
    for (const call of cutOff) view.note(interruptedNote(call))
    for (const { severity, file: place, line, message } of await gate.diagnostics()) {
      view.note(
        `${severity}: ${place === undefined ? '' : `${place}${line === undefined ? '' : `:${line}`}: `}${message}`,
      )
    }
    const code = await answerAll(file, { gate, view, answers: live ? undefined : answers, interrupt }, host)
    return interrupt.exitCode() ?? code
  } finally {
    view.close()
    prompt.close()
    await gate.close()
    showKeys()
    if (opened)
      screen.print([
        '',
        view.summary(),
        `Whole results and outputs of this session: ${visibleLine(gate.sessionFolder)}`,
      ])
    interrupt.dispose()
  }
}

async function answerAll(file: string, session: Session, host: Host): Promise<number> {
  const { view, interrupt } = session
  const name = file === '-' ? 'standard input' : file
  const chunks: Readable = file === '-' ? host.stdin : createReadStream(resolve(host.cwd, file))
  const leave = () => void chunks.destroy()
  interrupt.signal.addEventListener('abort', leave, { once: true })
  try {
    for await (const incoming of readMessages(chunks, { name, onRemark: (text) => view.note(text) })) {
      const stop = await answer(incoming, session)
      if (interrupt.signal.aborted) return exitCodes.ok.code
      if (stop === undefined) continue
      view.note(`Stopped by ${stop.by}: ${stop.reason} What comes after is not run.`)
      return exitCodes.stopped.code
    }
    return exitCodes.ok.code
  } catch (error) {
    // the input was closed on purpose
    if (interrupt.signal.aborted) return exitCodes.ok.code
    if (isUnrecognised(error)) throw new CliError(error.message, exitCodes.input.code)
    if ((error as NodeJS.ErrnoException).syscall)
      throw new CliError(`${name}: ${(error as Error).message}`, exitCodes.input.code)
    throw error
  } finally {
    interrupt.signal.removeEventListener('abort', leave)
    chunks.destroy()
  }
}

async function answer(incoming: IncomingMessage, { gate, view, answers }: Session) {
  view.startMessage()
  const running = gate.run(incoming.kind === 'whole' ? incoming.message : incoming.events)
  for await (const event of running) view.onEvent(event)
  const { message: answered, stop, brokenOff } = await running.outcome
  // a broken line is told as the error that ends the input
  if (brokenOff && !isUnrecognised(brokenOff)) view.note(brokenOffNote(brokenOff))
  // a message without a call needs no answer, and the API takes none that is empty
  for (const line of answered.content.length > 0
    ? inDialect[incoming.dialect](answered, incoming.items)
    : []) {
    await answers?.write(JSON.stringify(line))
  }
  return stop
}

function brokenOffNote(error: Error): string {
  const own = error instanceof CallgateError && error.code === 'STREAM_BROKEN_OFF'
  return own ? error.message : `The stream of the message broke off: ${error.message}`
}

function isUnrecognised(error: unknown): error is CallgateError {
  return error instanceof CallgateError && error.code === 'INPUT_UNRECOGNISED'
}

/** The answer, as whoever asked writes it. */
const inDialect: Readonly<
  Record<Dialect, (message: UserMessage, items: readonly unknown[]) => readonly unknown[]>
> = {
  anthropic: (message) => [message],
  'openai-chat': (message) => toChatMessages(message),
  'openai-responses': (message, items) => toOutputItems(message, customIdsOf(items)),
}
