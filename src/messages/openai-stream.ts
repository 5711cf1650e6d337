import { isRecord } from '../base/json.js'
import { ChatCalls } from './chat-calls.js'
import { type CallBlock, callsOfItems, legacyCall } from './openai.js'
import { excerptOf, unrecognised } from './unrecognised.js'

type Value = Readonly<Record<string, unknown>>

/** What follows the last chunk of OpenAI's server-sent events, as a value. */
export const doneMark: Value = Object.freeze({ type: '[DONE]' })

/** One flow of values, read into events of the gate. */
interface Reader {
  /** The stream said that it is complete. */
  readonly finished: boolean
  read(value: Value): Iterable<unknown>
  end(): Iterable<unknown>
  breakOff(): Iterable<unknown>
}

/**
 * Chunks of a chat completion, or events of a response, as events of the gate: a call is handed on as soon as it is complete,
 * so that it starts before the stream ends. `onItem` is told each item of a response that is complete. Throws what the stream
 * throws, after the beginnings of the calls that it broke off.
 */
export async function* eventsOfStream(
  stream: AsyncIterable<unknown> | Iterable<unknown>,
  onItem: (item: Value) => void = () => {},
): AsyncGenerator<unknown> {
  let reader: Reader | undefined
  let other: unknown
  yield { type: 'message_start', message: { role: 'assistant', content: [] } }
  try {
    for await (const value of stream) {
      const error = errorIn(value)
      if (error !== undefined) {
        yield* reader?.breakOff() ?? []
        return yield { type: 'error', error }
      }
      if (isResponseEvent(value)) reader ??= new ResponseReader(onItem)
      else if (isChatChunk(value)) reader ??= new ChatReader()
      else if (value !== doneMark) other ??= value
      if (isRecord(value)) yield* reader?.read(value) ?? []
    }
  } catch (error) {
    yield* reader?.breakOff() ?? []
    throw error
  }
  if (!reader && other !== undefined) {
    const problem = `${excerptOf(other)} is neither a chunk of a chat completion nor an event of a response.`
    throw unrecognised('the stream', undefined, problem)
  }
  if (!reader?.finished) return yield* reader?.breakOff() ?? []
  yield* reader.end()
  yield { type: 'message_stop' }
}

export function isResponseEvent(value: unknown): value is Value {
  return isRecord(value) && typeof value.type === 'string' && value.type.startsWith('response.')
}

export function isChatChunk(value: unknown): value is Value {
  if (!isRecord(value) || value.type !== undefined) return false
  if (value.object === 'chat.completion.chunk') return true
  const [choice] = Array.isArray(value.choices) ? (value.choices as unknown[]) : []
  return isRecord(choice) && isRecord(choice.delta)
}

/** What went wrong, as a value of a stream tells it: an event `error`, or an object that holds nothing else. */
export function errorIn(value: unknown): unknown {
  if (!isRecord(value)) return undefined
  if (value.type === 'error') return value.error ?? value
  if (value.type === 'response.failed') {
    const error = isRecord(value.response) ? value.response.error : undefined
    return error ?? { message: 'the response failed' }
  }
  return value.type === undefined && value.role === undefined && !Array.isArray(value.choices)
    ? (value.error ?? undefined)
    : undefined
}

class ChatReader implements Reader {
  readonly #calls = new ChatCalls()
  #text = ''
  #reason: string | undefined

  get finished(): boolean {
    return this.#reason !== undefined
  }

  *read(value: Value): Generator<unknown> {
    if (value === doneMark) this.#reason ??= 'stop'
    const choices = Array.isArray(value.choices) ? value.choices.filter(isRecord) : []
    // of several answers to one request the first counts
    const choice = choices.find(({ index }) => (index ?? 0) === 0)
    if (!choice) return
    const delta = isRecord(choice.delta) ? choice.delta : {}
    if (isRecord(delta.function_call)) throw unrecognised('the stream', undefined, legacyCall)
    if (typeof delta.content === 'string') this.#text += delta.content
    for (const call of Array.isArray(delta.tool_calls) ? delta.tool_calls.filter(isRecord) : [])
      yield* this.#calls.add(call)
    if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '')
      this.#reason = choice.finish_reason
  }

  *end(): Generator<unknown> {
    yield* this.#calls.end(this.#reason === 'length' || this.#reason === 'content_filter')
    yield* this.#textBlock()
  }

  *breakOff(): Generator<unknown> {
    yield* this.#calls.breakOff()
    yield* this.#textBlock()
  }

  /** Behind the calls: a chat message keeps text and calls apart, so that their order means nothing. */
  *#textBlock(): Generator<unknown> {
    if (this.#text === '') return
    yield { type: 'content_block_start', index: -1, content_block: { type: 'text', text: this.#text } }
    yield { type: 'content_block_stop', index: -1 }
  }
}

class ResponseReader implements Reader {
  readonly #onItem: (item: Value) => void
  #blocks = 0
  finished = false

  constructor(onItem: (item: Value) => void) {
    this.#onItem = onItem
  }

  /** An item is complete with its last event; what came of it before is not needed. */
  *read({ type, item }: Value): Generator<unknown> {
    if (type === 'response.completed' || type === 'response.incomplete') this.finished = true
    if (type !== 'response.output_item.done' || !isRecord(item)) return
    this.#onItem(item)
    for (const block of callsOfItems([item])) yield* this.#events(block)
  }

  *end(): Generator<unknown> {}

  *breakOff(): Generator<unknown> {}

  *#events({ id, name, input }: CallBlock): Generator<unknown> {
    const index = this.#blocks++
    const partial_json = typeof input === 'string' ? input : JSON.stringify(input)
    yield { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } }
    yield { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json } }
    // a text that is empty was cut off: closed, it would count as an input without fields
    if (partial_json !== '') yield { type: 'content_block_stop', index }
  }
}
