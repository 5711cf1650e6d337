import type { AssistantMessage } from '../tool/content.js'
import type { ClassifiedValue, Dialect } from './classified.js'
import { foreignItemsOf } from './classify-openai.js'
import { messageToRun } from './classify-value.js'
import { EventPump, errorRemark } from './event-pump.js'
import { detectForm, type Form } from './form.js'
import { eventsOfStream } from './openai-stream.js'
import { PassedOver } from './passed-over.js'
import { readDocument } from './read-document.js'
import { type Line, maxLineLength, readLines } from './read-lines.js'
import { placeOf, readJsonLines, readServerSentEvents, type Value } from './read-values.js'
import { refuseOtherEncodings } from './refuse-encoding.js'
import { excerpt, excerptOf, unrecognised } from './unrecognised.js'

export { detectForm } from './form.js'

/** An assistant message to be answered: whole, or as its events arrive. */
export type IncomingMessage =
  | {
      readonly kind: 'whole'
      readonly dialect: Dialect
      readonly message: AssistantMessage
      readonly line: number
      /** The items of a response, whole; those of a stream grow while it is read. */
      readonly items: readonly unknown[]
    }
  | {
      readonly kind: 'stream'
      readonly dialect: Dialect
      readonly events: AsyncIterable<unknown>
      readonly line: number
      readonly items: readonly unknown[]
    }

export interface ReadOptions {
  /** What the input is called in errors: a path, or `standard input`. */
  readonly name: string
  readonly maxLineLength?: number
  /** Something a person should know: an error event between messages, what was passed over, that nothing was to run. */
  readonly onRemark?: (text: string) => void
}

/**
 * The assistant messages of an input, in order, whichever form it is written in. Messages without a call, and those of the
 * user, are left out; lines of a session file are put together to messages. OpenAI's streams come as the gate's events. A stream's events are handed on as they arrive; what is left unread of them is skipped when the next
 * message is asked for. Throws `INPUT_UNRECOGNISED`, with the line.
 */
export async function* readMessages(
  chunks: AsyncIterable<Uint8Array | string>,
  options: ReadOptions,
): AsyncGenerator<IncomingMessage, void, undefined> {
  const lines = bounded(readLines(chunks, options.maxLineLength ?? maxLineLength), options.name)
  try {
    const first = await firstLine(lines)
    if (!first) throw unrecognised(options.name, undefined, 'it is empty.')
    refuseOtherEncodings(first, options.name)
    const form = detectForm(first.text)
    if (!form) {
      throw unrecognised(
        options.name,
        first.number,
        `${excerpt(first.text)} begins neither an event nor JSON.`,
      )
    }
    yield* group(readForm[form](putBack(first, lines), options.name), options)
  } finally {
    await lines.return()
  }
}

const readForm: Readonly<
  Record<Form, (lines: AsyncIterable<Line>, name: string) => AsyncGenerator<Value, void, undefined>>
> = {
  sse: readServerSentEvents,
  jsonLines: readJsonLines,
  json: readDocument,
}

async function* group(
  values: AsyncGenerator<Value, void, undefined>,
  { name, onRemark = () => {} }: ReadOptions,
): AsyncGenerator<IncomingMessage, void, undefined> {
  const pump = new EventPump(values)
  const passed = new PassedOver()
  const parts = new Parts(passed)
  const seen = new Set<string>()
  for (let next = await pump.peek(); next; next = await pump.peek()) {
    const { value, found } = next
    const place = placeOf(value)
    if (isRepeated(value, seen)) {
      passed.skip('repeated', place)
      pump.drop()
      continue
    }
    passed.count(found, place)
    if (found.kind === 'nothing' || found.kind === 'faulty') {
      yield* parts.end()
      const problem =
        found.kind === 'faulty'
          ? found.problem
          : `${excerptOf(value.value)} is neither a message nor an event.`
      throw unrecognised(name, undefined, `${place}: ${problem}`)
    }
    if (found.kind === 'part') yield* parts.add(found, value.line)
    else if (found.kind !== 'aside' && found.kind !== 'unknown') yield* parts.end()
    if (found.kind === 'event') {
      const begun = pump.message()
      if (!begun) continue
      passed.assistant(true)
      yield incomingStream(begun, value.line)
      await pump.skipMessage(begun.dialect, value.value)
      continue
    }
    pump.drop()
    if (found.kind === 'error') onRemark(errorRemark(found.error))
    if (found.kind !== 'assistant') continue
    for (const type of foreignItemsOf(found.items)) passed.skip(`item ${type}`, place)
    yield* toRun(found, value.line, passed)
  }
  yield* parts.end()
  if (passed.onlyUnknown) {
    const { place, type } = passed.onlyUnknown
    const problem = `${place}: what has the type ${excerpt(type)} is neither a message nor a known event.`
    throw unrecognised(name, undefined, problem)
  }
  if (!passed.holdsMessages) throw unrecognised(name, undefined, 'it holds no message.')
  for (const remark of passed.remarks()) onRemark(remark)
}

/** A session that was gone on with holds the lines of the one before, once more. */
function isRepeated({ value: { uuid, message } }: Value, seen: Set<string>): boolean {
  if (typeof uuid !== 'string' || message === undefined) return false
  if (seen.has(uuid)) return true
  seen.add(uuid)
  return false
}

function incomingStream(
  { dialect, events }: { readonly dialect: Dialect; readonly events: AsyncIterable<unknown> },
  line: number,
): IncomingMessage {
  const items: unknown[] = []
  return {
    kind: 'stream',
    dialect,
    events: dialect === 'anthropic' ? events : eventsOfStream(events, (item) => items.push(item)),
    line,
    items,
  }
}

type Whole = Pick<ClassifiedValue & { kind: 'assistant' }, 'dialect' | 'blocks' | 'items'>

function* toRun(
  { dialect, blocks, items = [] }: Whole,
  line: number,
  passed: PassedOver,
): Generator<IncomingMessage> {
  const message = messageToRun(blocks)
  passed.assistant(message !== undefined)
  if (message) yield { kind: 'whole', dialect, message, line, items }
}

/** Pieces of one message, until something else comes. */
class Parts {
  readonly #passed: PassedOver
  #open:
    | {
        readonly dialect: Dialect
        readonly key: string
        readonly line: number
        readonly blocks: unknown[]
        readonly items: unknown[]
      }
    | undefined

  constructor(passed: PassedOver) {
    this.#passed = passed
  }

  *add(
    { dialect, key, blocks, items = [] }: ClassifiedValue & { kind: 'part' },
    line: number,
  ): Generator<IncomingMessage> {
    if (this.#open && (this.#open.key !== key || this.#open.dialect !== dialect)) yield* this.end()
    this.#open ??= { dialect, key, line, blocks: [], items: [] }
    this.#open.blocks.push(...blocks)
    this.#open.items.push(...items)
  }

  *end(): Generator<IncomingMessage> {
    const open = this.#open
    this.#open = undefined
    if (open) yield* toRun(open, open.line, this.#passed)
  }
}

async function* bounded(lines: AsyncIterable<Line>, name: string): AsyncGenerator<Line, void, undefined> {
  for await (const line of lines) {
    if (line.cut)
      throw unrecognised(name, line.number, `the line is longer than ${line.text.length} characters.`)
    if (line.damaged) {
      refuseOtherEncodings(line, name)
      throw unrecognised(name, line.number, 'the line is not valid UTF-8.')
    }
    yield line
  }
}

async function firstLine(lines: AsyncGenerator<Line, void, undefined>): Promise<Line | undefined> {
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    if (next.value.text.trim() !== '') return next.value
  }
  return undefined
}

async function* putBack(first: Line, rest: AsyncIterable<Line>): AsyncGenerator<Line, void, undefined> {
  yield first
  yield* rest
}
