/** A piece of the text. `damaged`: bytes that are not UTF-8 became U+FFFD in it. */
export interface DecodedPiece {
  readonly text: string
  readonly damaged: boolean
}

/** UTF-8 that may be split anywhere, or text; a byte order mark at the beginning is left out. */
export async function* decodeText(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<DecodedPiece> {
  // one for the whole stream: it keeps the beginning of a character until the rest arrives
  const decoder = new TextDecoder('utf-8')
  const written = new WrittenReplacements()
  let first = true
  for await (const chunk of chunks) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    const own = typeof chunk === 'string' ? undefined : written.countIn(chunk)
    if (text === '') continue
    const damaged = own !== undefined && countOf(text) > own
    yield { text: first && text.startsWith('\ufeff') ? text.slice(1) : text, damaged }
    first = false
  }
  const rest = decoder.decode()
  if (rest !== '') yield { text: rest, damaged: true }
}

/** How often U+FFFD was written in the bytes: then it is a character like others, and no sign of damage. */
class WrittenReplacements {
  #matched = 0

  /** Those that end in this chunk. */
  countIn(chunk: Uint8Array): number {
    let count = 0
    const bytes = [0xef, 0xbf, 0xbd]
    // nearly every chunk holds none of them
    if (this.#matched === 0 && !chunk.includes(0xef)) return 0
    for (const byte of chunk) {
      this.#matched = byte === bytes[this.#matched] ? this.#matched + 1 : byte === 0xef ? 1 : 0
      if (this.#matched < bytes.length) continue
      count++
      this.#matched = 0
    }
    return count
  }
}

function countOf(text: string): number {
  let count = 0
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) count++
  return count
}
