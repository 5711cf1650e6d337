import type { Span, Uncertainty } from './analysis.js'

/** Where the walk notes what it cannot understand. Inside decoded backticks every note points at the backticks. */
export class Doubts {
  readonly #found: Uncertainty[] = []

  add(reason: string, text: string, { start, end }: Span): void {
    // a person reads a few; the rest changes nothing
    if (this.#found.length < 100) this.#found.push({ reason, text: text.slice(0, 200), start, end })
  }

  get all(): readonly Uncertainty[] {
    return this.#found
  }
}
