import { closeSync, constants, fstatSync, openSync, readSync, statfsSync, unlinkSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * A file that a process writes its output into by itself: nothing passes through our memory, whatever the size. Readers take
 * what they want to show.
 */
export class OutputSpool {
  readonly path: string
  readonly #reader: number
  #writer: number | undefined
  #readerOpen = true

  private constructor(path: string, writer: number, reader: number) {
    this.path = path
    this.#writer = writer
    this.#reader = reader
  }

  /** Makes the file (it must not exist), for our user alone. */
  static async create(path: string): Promise<OutputSpool> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    // append: stdout and stderr share the file, and each write goes to its end
    const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_RDONLY } = constants
    const writer = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL, 0o600)
    try {
      return new OutputSpool(path, writer, openSync(path, O_RDONLY))
    } catch (error) {
      closeSync(writer)
      throw error
    }
  }

  /** For the child's standard output and error. */
  get writer(): number {
    if (this.#writer === undefined) throw new Error('The spool is no longer open for writing.')
    return this.#writer
  }

  /** Bytes so far. */
  size(): number {
    return this.#readerOpen ? fstatSync(this.#reader).size : 0
  }

  /** Whether its disk is full, so that what was printed may have been cut off. */
  isCutOff(): boolean {
    try {
      return this.#readerOpen && statfsSync(this.path).bavail === 0
    } catch {
      // a command may have deleted it
      return false
    }
  }

  readBytes(from: number, length: number): Buffer {
    const buffer = Buffer.allocUnsafe(Math.max(0, length))
    let filled = 0
    while (this.#readerOpen && filled < buffer.length) {
      const count = readSync(this.#reader, buffer, filled, buffer.length - filled, from + filled)
      if (count === 0) break
      filled += count
    }
    return buffer.subarray(0, filled)
  }

  /** Once the child holds its own copy. */
  closeWriter(): void {
    if (this.#writer !== undefined) closeSync(this.#writer)
    this.#writer = undefined
  }

  /** Closes our ends; the file stays. */
  close(): void {
    this.closeWriter()
    if (this.#readerOpen) closeSync(this.#reader)
    this.#readerOpen = false
  }

  remove(): void {
    this.close()
    try {
      unlinkSync(this.path)
    } catch {
      // a command may have deleted it
    }
  }
}

/** Text of bytes cut out of the middle of a stream: halves of characters at both ends are left out, bad bytes become U+FFFD. */
export function decodePart(
  bytes: Buffer,
  ends: { readonly cutBefore: boolean; readonly cutAfter: boolean },
): string {
  let start = 0
  if (ends.cutBefore) while (start < Math.min(3, bytes.length) && isContinuation(bytes[start]!)) start++
  const end = ends.cutAfter ? wholeCharactersEnd(bytes) : bytes.length
  return bytes.toString('utf8', start, Math.max(start, end))
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}

/** Where the last complete UTF-8 character ends. */
export function wholeCharactersEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (isContinuation(byte)) continue
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return needed > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}
