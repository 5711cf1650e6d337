import { isRecord, tryParseJson } from '../base/json.js'
import { MalformedInput } from './call.js'

// a model's turn is bounded far below this; a hostile stream is not
const maxInputChars = 64 * 1024 * 1024

/** A block of a stream as its deltas put it together. */
export class GrowingBlock {
  readonly #begun: Readonly<Record<string, unknown>>
  readonly #pieces: string[] = []
  readonly #citations: unknown[] = []
  #signature = ''
  #length = 0

  constructor(begun: Readonly<Record<string, unknown>>) {
    this.#begun = begun
  }

  get isCall(): boolean {
    return this.#begun.type === 'tool_use'
  }

  add({ partial_json, text, thinking, signature, citation }: Readonly<Record<string, unknown>>): void {
    if (typeof signature === 'string') this.#signature += signature
    if (isRecord(citation)) this.#citations.push(citation)
    const piece = [partial_json, text, thinking].find((each) => typeof each === 'string')
    if (typeof piece !== 'string' || this.#length > maxInputChars) return
    this.#pieces.push(piece)
    this.#length += piece.length
  }

  /** The input of a call whose block is complete. */
  input(): unknown {
    const text = this.#pieces.join('')
    // nothing streamed: what the block began with counts, which is `{}` unless a host filled it in
    if (text.trim() === '') return this.#begun.input ?? {}
    if (this.#length > maxInputChars)
      return new MalformedInput(text, `it is longer than ${maxInputChars} characters`)
    try {
      return JSON.parse(text)
    } catch (error) {
      return new MalformedInput(
        text,
        `it is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }

  /** The input of a call whose block never ended: half an input is never taken for a whole one. */
  brokenInput(problem: string): MalformedInput {
    return new MalformedInput(this.#pieces.join(''), problem)
  }

  /** Any other block, for the history: as the next request may carry it. */
  whole(): unknown {
    const begun = this.#begun
    const text = this.#pieces.join('')
    const grown = {
      ...begun,
      ...(this.#signature !== '' && { signature: this.#signature }),
      ...(this.#citations.length > 0 && { citations: this.#citations }),
    }
    if (text === '') return grown
    if ('input' in begun) return { ...grown, input: tryParseJson(text) ?? begun.input }
    const field = begun.type === 'thinking' ? 'thinking' : 'text'
    return { ...grown, [field]: `${begun[field] ?? ''}${text}` }
  }

  /** What may be kept of another block that never ended: text alone makes sense without its end. */
  rest(): unknown {
    return this.#begun.type === 'text' && this.#pieces.length > 0 ? this.whole() : undefined
  }
}
