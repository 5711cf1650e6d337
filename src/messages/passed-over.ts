import type { ClassifiedValue } from './classified.js'

const skippedBecause: Readonly<Record<string, string>> = {
  sidechain: 'of a sub-agent, which has a conversation of its own',
  repeated: 'that came before with the same uuid',
}

/** Counts what an input holds that is not run, so that a person can be told at its end. */
export class PassedOver {
  #messages = 0
  #run = 0
  #withoutCalls = 0
  #others = 0
  readonly #skipped = new Map<string, { count: number; readonly place: string }>()
  #unknown: { readonly place: string; readonly type: string; count: number } | undefined

  /** An assistant message. */
  assistant(runs: boolean): void {
    this.#messages++
    if (runs) this.#run++
    else this.#withoutCalls++
  }

  count(found: ClassifiedValue, place: string): void {
    if (found.kind === 'other') {
      this.#messages++
      this.#others++
    } else if (found.kind === 'aside' && found.skipped) this.skip(found.skipped, place)
    else if (found.kind === 'unknown') {
      this.#unknown ??= { place, type: found.type, count: 0 }
      this.#unknown.count++
    }
  }

  skip(what: string, place: string): void {
    const known = this.#skipped.get(what) ?? { count: 0, place }
    known.count++
    this.#skipped.set(what, known)
  }

  /** The first value whose type nobody knows, if the input holds nothing else. */
  get onlyUnknown(): { readonly place: string; readonly type: string } | undefined {
    return this.holdsMessages ? undefined : this.#unknown
  }

  get holdsMessages(): boolean {
    return this.#messages > 0 || this.#skipped.size > 0
  }

  /** What to tell at the end, a line each. */
  remarks(): string[] {
    const skipped = [...this.#skipped].map(([what, { count, place }]) => {
      if (!what.startsWith('item ')) return `Passed over ${linesText(count)} ${skippedBecause[what]}.`
      return `Not answered: ${count} × ${what.slice(5)} (first on ${place}). Calls of this kind are not the gate's: run takes function_call and custom_tool_call.`
    })
    const unknown = this.#unknown
      ? [
          `Passed over ${this.#unknown.count} × what is neither a message nor a known event (first on ${this.#unknown.place}, of the type ${JSON.stringify(this.#unknown.type.slice(0, 60))}).`,
        ]
      : []
    return [...skipped, ...unknown, ...(this.#run === 0 ? [this.#nothingToRun()] : [])]
  }

  #nothingToRun(): string {
    const held = [
      [this.#withoutCalls, 'of the assistant without a call'],
      [this.#others, 'of the user, the system or a tool'],
    ] as const
    const texts = held.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
    const found = texts.length > 0 ? ` (messages: ${texts.join(', ')})` : ''
    return `Nothing to run: no message of the assistant with a tool call${found}.`
  }
}

function linesText(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`
}
