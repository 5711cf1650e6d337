import { decodeText } from './decode-text.js'

export interface Line {
  readonly text: string
  /** From 1. */
  readonly number: number
  /** The line was longer than the bound: `text` is its beginning, the rest was thrown away. */
  readonly cut: boolean
  /** It holds bytes that are not UTF-8. */
  readonly damaged: boolean
}

/** Characters. A line longer than this is no message: it is held in memory whole, so there must be an end to it. */
export const maxLineLength = 64 * 1024 * 1024

/**
 * The lines of a stream of bytes or text, as they arrive; a line ends with LF, CRLF or CR. UTF-8 may be split anywhere; a
 * byte order mark at the beginning is left out. Never holds more than one line.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array | string>,
  bound = maxLineLength,
): AsyncGenerator<Line, void, undefined> {
  const lines = new LineSplitter(bound)
  for await (const { text, damaged } of decodeText(chunks)) yield* lines.push(text, damaged)
  yield* lines.end()
}

// stands in the text for each byte that was not UTF-8
const replacement = '\ufffd'

class LineSplitter {
  readonly #bound: number
  #pending = ''
  #cut = false
  #damaged = false
  #number = 0
  /** The last chunk ended with CR: an LF at the beginning of the next one belongs to it. */
  #afterReturn = false

  constructor(bound: number) {
    this.#bound = bound
  }

  /** `damaged`: somewhere in the chunk, or in what came of it before, bytes were not UTF-8. */
  *push(chunk: string, damaged: boolean): Generator<Line> {
    this.#damaged ||= damaged
    let from = this.#afterReturn && chunk.startsWith('\n') ? 1 : 0
    this.#afterReturn = chunk.endsWith('\r')
    const end = /\r\n?|\n/g
    end.lastIndex = from
    for (let match = end.exec(chunk); match; match = end.exec(chunk)) {
      this.#take(chunk.slice(from, match.index))
      yield this.#line()
      from = end.lastIndex
    }
    this.#take(chunk.slice(from))
  }

  *end(): Generator<Line> {
    if (this.#pending !== '') yield this.#line()
  }

  #take(piece: string): void {
    const room = this.#bound - this.#pending.length
    if (piece.length > room) this.#cut = true
    this.#pending += piece.slice(0, room)
  }

  #line(): Line {
    const damaged = this.#damaged && this.#pending.includes(replacement)
    const line = { text: this.#pending, number: ++this.#number, cut: this.#cut, damaged }
    this.#pending = ''
    this.#cut = false
    return line
  }
}
