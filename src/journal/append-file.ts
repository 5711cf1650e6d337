import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** What a disk refused waits for room, up to this many bytes. */
const mostWaiting = 8 * 1024 * 1024

/**
 * A file that lines are added to, for its owner alone; one process at a time writes it. What a full disk refuses is kept and
 * written with a later line, from the byte where it broke off. After half a line that an earlier process left, a new line begins.
 */
export class AppendFile {
  readonly path: string
  #descriptor: number | undefined
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #torn = false

  constructor(path: string) {
    this.path = path
  }

  /** Throws what the disk says: full, not writable. The lines are not lost then, as long as this process lives. */
  append(lines: string): void {
    this.#waiting.push(Buffer.from(lines, 'utf8'))
    this.#waitingBytes += this.#waiting.at(-1)!.length
    try {
      this.#write()
    } catch (error) {
      this.#dropOldest()
      throw error
    }
  }

  /** Tries once more to write what waits. */
  close(): void {
    try {
      if (this.#waiting.length > 0) this.#write()
    } catch {
      // said when it was added
    }
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
  }

  #write(): void {
    this.#descriptor ??= this.#open()
    if (this.#torn) {
      writeSync(this.#descriptor, '\n')
      this.#torn = false
    }
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const written = writeSync(this.#descriptor, first)
      this.#waitingBytes -= written
      if (written === first.length) this.#waiting.shift()
      else this.#waiting[0] = first.subarray(written)
    }
  }

  /** Never the first: half of it may stand in the file. */
  #dropOldest(): void {
    while (this.#waitingBytes > mostWaiting && this.#waiting.length > 1) {
      this.#waitingBytes -= this.#waiting.splice(1, 1)[0]!.length
    }
  }

  #open(): number {
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 })
    const { O_RDWR, O_APPEND, O_CREAT } = constants
    const descriptor = openSync(this.path, O_RDWR | O_APPEND | O_CREAT, 0o600)
    this.#torn = endsTorn(descriptor)
    return descriptor
  }
}

/** A process that was killed may have left half a line. */
function endsTorn(descriptor: number): boolean {
  const { size } = fstatSync(descriptor)
  if (size === 0) return false
  const last = Buffer.alloc(1)
  readSync(descriptor, last, 0, 1, size - 1)
  return last[0] !== 0x0a
}
