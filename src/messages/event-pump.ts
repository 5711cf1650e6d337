import { shownJson } from '../base/json-depth.js'
import { visibleLine } from '../base/visible-text.js'
import { classifyValue } from './classify-value.js'
import type { Value } from './read-values.js'

/** Cuts one flow of events into messages: `message_start` begins one, `message_stop` or the next beginning ends it. */
export class EventPump {
  readonly #values: AsyncGenerator<Value, void, undefined>
  #next: Value | undefined
  #failure: { readonly error: unknown } | undefined
  #open = false
  #begun = false

  constructor(values: AsyncGenerator<Value, void, undefined>) {
    this.#values = values
  }

  /** The next value, which stays; `undefined` at the end. Throws again what broke the input off inside a message. */
  async peek(): Promise<Value | undefined> {
    if (this.#failure) throw this.#failure.error
    this.#next ??= await this.#pull()
    return this.#next
  }

  drop(): void {
    this.#next = undefined
  }

  /** The events of the message that begins here, or `undefined` where this event begins none: then it is dropped. */
  message(onRemark?: (text: string) => void): AsyncIterable<unknown> | undefined {
    const value = this.#next?.value
    const type = String(value?.type)
    if (!beginsMessage(type)) {
      if (type === 'error')
        onRemark?.(`The stream reported an error: ${visibleLine(shownJson(value?.error ?? value))}`)
      this.drop()
      return undefined
    }
    this.#open = true
    this.#begun = false
    return this.#events()
  }

  /** Reads to the end of the message that was handed out, if its reader left early. */
  async skipMessage(): Promise<void> {
    if (!this.#open) return
    try {
      for await (const _ of this.#events());
    } catch {
      // the reader had the message broken off too; peek throws it for the input
    }
  }

  async *#events(): AsyncGenerator<unknown, void, undefined> {
    while (this.#open) {
      const next = await this.peek()
      const type = next && classifyValue(next.value).kind === 'event' ? next.value.type : undefined
      // a value that is no event, or a new beginning, belongs to what follows
      if (!next || type === undefined || (this.#begun && type === 'message_start')) break
      this.drop()
      this.#begun = true
      if (type === 'message_stop') this.#open = false
      yield next.value
    }
    this.#open = false
  }

  async #pull(): Promise<Value | undefined> {
    try {
      const next = await this.#values.next()
      return next.done ? undefined : next.value
    } catch (error) {
      this.#failure = { error }
      throw error
    }
  }
}

/** Deltas without their beginning too: a recording may have lost its head, and the calls in it still want an answer. */
function beginsMessage(type: string): boolean {
  return type === 'message_start' || type.startsWith('content_block_') || type === 'message_delta'
}
