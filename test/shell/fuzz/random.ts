/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }
}

/** What may come, each with its weight. */
export type Choices<T> = readonly (readonly [weight: number, make: (draft: T) => string])[]

export function choose<T extends { readonly random: Random }>(choices: Choices<T>, draft: T): string {
  let left = draft.random.next() * choices.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, make] of choices) {
    left -= weight
    if (left < 0) return make(draft)
  }
  return choices[0]![1](draft)
}

/** `least` to `most` pieces. */
export function several<T extends { readonly random: Random }>(
  least: number,
  most: number,
  make: (draft: T) => string,
  draft: T,
): string[] {
  return Array.from({ length: least + draft.random.below(most - least + 1) }, () => make(draft))
}
