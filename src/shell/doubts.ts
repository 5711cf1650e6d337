import type { Span, Uncertainty } from './analysis.js'

/** Where the walk notes what it cannot understand. */
export class Doubts {
  /** Set inside text that is no slice of the command (decoded backticks, `bash -c` strings): every note points there. */
  origin: Span | undefined
  readonly #found: Uncertainty[] = []
  readonly #seen = new Set<string>()
  readonly #length: number

  /** @param length of the command: the parser may point behind the end of a text that is cut off */
  constructor(length: number) {
    this.#length = length
  }

  /** A span inside the whole command. */
  place(start: number, end: number): Span {
    return this.origin ?? { start: Math.min(start, this.#length), end: Math.min(end, this.#length) }
  }

  add(reason: string, text: string, span: Span): void {
    const { start, end } = this.place(span.start, span.end)
    const key = `${start} ${end} ${reason}`
    // a person reads a few; the rest changes nothing
    if (this.#found.length >= 100 || this.#seen.has(key)) return
    this.#seen.add(key)
    this.#found.push({ reason, text: text.slice(0, 200), start, end })
  }

  /** Runs `work` with every note pointing at `origin`, unless an outer text already does. */
  within(origin: Span | undefined, work: () => void): void {
    const outer = this.origin
    this.origin = outer ?? origin
    work()
    this.origin = outer
  }

  get all(): readonly Uncertainty[] {
    return this.#found
  }
}
