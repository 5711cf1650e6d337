import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * A file that lines are added to, for its owner alone. A line is written whole or not at all as far as readers are concerned:
 * after a write that broke off, the next one begins a new line.
 */
export class AppendFile {
  readonly path: string
  #descriptor: number | undefined
  #torn = false

  constructor(path: string) {
    this.path = path
  }

  /** Throws what the disk says: full, not writable. */
  append(lines: string): void {
    this.#descriptor ??= this.#open()
    const text = this.#torn ? `\n${lines}` : lines
    const bytes = Buffer.from(text, 'utf8')
    let written = 0
    try {
      while (written < bytes.length) written += writeSync(this.#descriptor, bytes, written)
      this.#torn = false
    } catch (error) {
      if (written > 0) this.#torn = true
      throw error
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
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
