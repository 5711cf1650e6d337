import { shownJson } from '../base/json-depth.js'
import { visibleLine } from '../base/visible-text.js'
import type { ClassifiedValue, Dialect } from './classified.js'
import { classifyValue } from './classify-value.js'
import type { Value } from './read-values.js'

type Fields = Value['value']

/** Cuts one flow of events into messages. */
export class EventPump {
  readonly #values: AsyncGenerator<Value, void, undefined>
  #next: { readonly value: Value; readonly found: ClassifiedValue } | undefined
  #failure: { readonly error: unknown } | undefined
  #open = false

  constructor(values: AsyncGenerator<Value, void, undefined>) {
    this.#values = values
  }

  /** The next value and what it is; it stays. `undefined` at the end. Throws again what broke the input off inside a message. */
  async peek(): Promise<{ readonly value: Value; readonly found: ClassifiedValue } | undefined> {
    if (this.#failure) throw this.#failure.error
    this.#next ??= await this.#pull()
    return this.#next
  }

  drop(): void {
    this.#next = undefined
  }

  /** The events of the message that begins here, or `undefined` where this event begins none: then it is dropped. */
  message(): { readonly dialect: Dialect; readonly events: AsyncIterable<unknown> } | undefined {
    const { value, found } = this.#next!
    if (found.kind !== 'event' || !begins[found.dialect](value.value)) {
      this.drop()
      return undefined
    }
    this.#open = true
    return { dialect: found.dialect, events: this.#events(found.dialect, value.value) }
  }

  /** Reads to the end of the message that was handed out, if its reader left early. */
  async skipMessage(dialect: Dialect, first: Fields): Promise<void> {
    if (!this.#open) return
    try {
      for await (const _ of this.#events(dialect, first));
    } catch {
      // the reader had the message broken off too; peek throws it for the input
    }
  }

  async *#events(dialect: Dialect, first: Fields): AsyncGenerator<unknown, void, undefined> {
    while (this.#open) {
      const next = await this.peek()
      if (!next || !belongs(next.found, next.value.value, dialect, first)) break
      this.drop()
      if (next.found.kind === 'done' && dialect === 'anthropic') continue
      if (isLast(next.found, next.value.value)) this.#open = false
      yield next.value.value
    }
    this.#open = false
  }

  async #pull(): Promise<{ readonly value: Value; readonly found: ClassifiedValue } | undefined> {
    try {
      const next = await this.#values.next()
      return next.done ? undefined : { value: next.value, found: classifyValue(next.value.value) }
    } catch (error) {
      this.#failure = { error }
      throw error
    }
  }
}

/** What a person is told of an error that came between messages. */
export function errorRemark(error: unknown): string {
  return `The stream reported an error: ${visibleLine(shownJson(error))}`
}

/** Deltas without their beginning too: a recording may have lost its head, and the calls in it still want an answer. */
const begins: Readonly<Record<Dialect, (value: Fields) => boolean>> = {
  anthropic: ({ type }) => type !== 'ping' && type !== 'message_stop',
  'openai-chat': () => true,
  'openai-responses': ({ type }) => !isOver(type),
}

/** Whether a value is one of the message that began with `first`. What is no event, or a new beginning, belongs to what follows. */
function belongs(found: ClassifiedValue, value: Fields, dialect: Dialect, first: Fields): boolean {
  if (found.kind === 'error' || found.kind === 'done' || found.kind === 'unknown') return true
  if (found.kind !== 'event' || found.dialect !== dialect) return false
  if (value === first) return true
  if (dialect === 'openai-chat') return !value.id || !first.id || value.id === first.id
  return value.type !== (dialect === 'anthropic' ? 'message_start' : 'response.created')
}

function isLast(found: ClassifiedValue, { type }: Fields): boolean {
  return found.kind === 'done' || found.kind === 'error' || type === 'message_stop' || isOver(type)
}

function isOver(type: unknown): boolean {
  return type === 'response.completed' || type === 'response.incomplete' || type === 'response.failed'
}
