import { shownJson } from '../base/json-depth.js'
import type { AssistantMessage } from '../tool/content.js'
import { type ClassifiedValue, classifyValue, type Dialect, messageToRun } from './classify-value.js'
import { EventPump } from './event-pump.js'
import { detectForm, type Form } from './form.js'
import { readDocument } from './read-document.js'
import { type Line, maxLineLength, readLines } from './read-lines.js'
import { readJsonLines, readServerSentEvents, type Value } from './read-values.js'
import { excerpt, unrecognised } from './unrecognised.js'

export { detectForm } from './form.js'

/** An assistant message to be answered: whole, or as its events arrive. */
export type IncomingMessage =
  | {
      readonly kind: 'whole'
      readonly dialect: Dialect
      readonly message: AssistantMessage
      readonly line: number
    }
  | {
      readonly kind: 'stream'
      readonly dialect: Dialect
      readonly events: AsyncIterable<unknown>
      readonly line: number
    }

export interface ReadOptions {
  /** What the input is called in errors: a path, or `standard input`. */
  readonly name: string
  readonly maxLineLength?: number
  /** Something a person should know that is no error: an error event between messages. */
  readonly onRemark?: (text: string) => void
}

/**
 * The assistant messages of an input, in order, whichever form it is written in. Messages without a call, and those of the
 * user, are left out. A stream's events are handed on as they arrive; what is left unread of them is skipped when the next
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
  { name, onRemark }: ReadOptions,
): AsyncGenerator<IncomingMessage, void, undefined> {
  const pump = new EventPump(values)
  const parts = new Parts()
  for (let next = await pump.peek(); next; next = await pump.peek()) {
    const { value, line } = next
    const found = classifyValue(value)
    if (found.kind === 'unknown') {
      throw unrecognised(name, line, `${excerpt(shownJson(value))} is neither a message nor an event.`)
    }
    if (found.kind === 'part') {
      yield* parts.add(found, line)
      pump.drop()
      continue
    }
    yield* parts.end()
    if (found.kind === 'event') {
      const events = pump.message(onRemark)
      if (events) yield { kind: 'stream', dialect: 'anthropic', events, line }
      await pump.skipMessage()
      continue
    }
    pump.drop()
    if (found.kind === 'assistant') yield* toRun(found.dialect, found.blocks, line)
  }
  yield* parts.end()
}

function* toRun(dialect: Dialect, blocks: readonly unknown[], line: number): Generator<IncomingMessage> {
  const message = messageToRun(blocks)
  if (message) yield { kind: 'whole', dialect, message, line }
}

/** Pieces of one message, until something else comes. */
class Parts {
  #open:
    | { readonly dialect: Dialect; readonly key: string; readonly line: number; readonly blocks: unknown[] }
    | undefined;

  *add(
    { dialect, key, blocks }: ClassifiedValue & { kind: 'part' },
    line: number,
  ): Generator<IncomingMessage> {
    if (this.#open && (this.#open.key !== key || this.#open.dialect !== dialect)) yield* this.end()
    this.#open ??= { dialect, key, line, blocks: [] }
    this.#open.blocks.push(...blocks)
  }

  *end(): Generator<IncomingMessage> {
    const open = this.#open
    this.#open = undefined
    if (open) yield* toRun(open.dialect, open.blocks, open.line)
  }
}

async function* bounded(lines: AsyncIterable<Line>, name: string): AsyncGenerator<Line, void, undefined> {
  for await (const line of lines) {
    if (line.cut)
      throw unrecognised(name, line.number, `the line is longer than ${line.text.length} characters.`)
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
