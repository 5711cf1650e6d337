import { isRecord, tryParseJson } from '../base/json.js'
import { maxLineLength } from './read-lines.js'

/** A call as far as its deltas have come. */
interface GrowingCall {
  id: unknown
  name: unknown
  readonly index: unknown
  readonly custom: boolean
  text: string
}

/**
 * Puts the tool calls of a chat completion's chunks together, and hands each on as events of the gate, in the order in which
 * they began. Servers differ in what they send: the same index for all calls, an id or a name with each delta or with the first
 * alone, arguments as an object, deltas of several calls by turns.
 */
export class ChatCalls {
  readonly #calls: GrowingCall[] = []
  #sent = 0;

  /** Gives the calls in front that cannot grow any more, now that another has begun behind them. */
  *add(given: Readonly<Record<string, unknown>>): Generator<unknown> {
    const delta = readDelta(given)
    const call = this.#continued(delta)
    if (call) {
      call.id ??= delta.id
      call.name ??= delta.name
      this.#grow(call, delta.piece)
      return
    }
    const { id, name, index, custom } = delta
    const begun = { id, name, index, custom, text: '' }
    this.#calls.push(begun)
    this.#grow(begun, delta.piece)
    while (this.#sent < this.#calls.length - 1 && isWhole(this.#calls[this.#sent]!)) yield* this.#send(true)
  }

  /** The rest, at the end of the message. `cut`: the model was stopped, so that what has no text yet was to get some. */
  *end(cut: boolean): Generator<unknown> {
    while (this.#sent < this.#calls.length) yield* this.#send(!cut || this.#calls[this.#sent]!.text !== '')
  }

  /** The rest, where the stream broke off: none of them ends. */
  *breakOff(): Generator<unknown> {
    while (this.#sent < this.#calls.length) yield* this.#send(false)
  }

  /** The call that a delta goes on with, if it begins none. */
  #continued({ id, index, name, piece }: Delta): GrowingCall | undefined {
    const inPlace = this.#calls.filter((call) => index === undefined || call.index === index)
    const latest = inPlace.at(-1)
    const known = id === undefined ? undefined : inPlace.findLast((call) => call.id === id)
    if (known || !latest || name === undefined) return known ?? latest
    // a name and an id that nobody had: another call, though many servers give all of them one index
    if (id !== undefined && latest.id !== undefined) return undefined
    const another =
      latest.name !== undefined && (latest.name !== name || (isWhole(latest) && piece.trim() !== ''))
    return another ? undefined : latest
  }

  #grow(call: GrowingCall, piece: string): void {
    if (piece === '' || call.text.length > maxLineLength) return
    if (this.#calls.indexOf(call) < this.#sent && piece.trim() !== '')
      throw new Error(`the call ${String(call.id)} went on after it was complete`)
    call.text += piece
  }

  *#send(ends: boolean): Generator<unknown> {
    const index = this.#sent++
    const { id, name, text, custom } = this.#calls[index]!
    const content_block = { type: 'tool_use', id, name, input: {} }
    yield { type: 'content_block_start', index, content_block }
    const partial_json = custom ? JSON.stringify({ input: text }) : text
    if (text !== '')
      yield { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json } }
    if (ends) yield { type: 'content_block_stop', index }
  }
}

interface Delta {
  readonly id: unknown
  readonly name: unknown
  readonly index: unknown
  readonly custom: boolean
  readonly piece: string
}

/** What a server leaves out, sends as null or as an empty text says nothing. */
function readDelta({ id, index, function: called, custom }: Readonly<Record<string, unknown>>): Delta {
  const { name, ...rest } = isRecord(custom) ? custom : isRecord(called) ? called : {}
  const piece = isRecord(custom) ? rest.input : rest.arguments
  return {
    id: id || undefined,
    name: name || undefined,
    index: index ?? undefined,
    custom: isRecord(custom),
    piece: typeof piece === 'string' ? piece : isRecord(piece) ? JSON.stringify(piece) : '',
  }
}

/** A JSON object says itself where it ends. */
function isWhole({ text, custom }: GrowingCall): boolean {
  return !custom && text.trimEnd().endsWith('}') && isRecord(tryParseJson(text))
}
