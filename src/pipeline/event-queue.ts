// progress may come faster than anybody looks, and nobody may look at all: then the newest is dropped, never a stage or a result
const maxWaitingProgress = 1_000

/** Events between a run and the loop that reads them. Only progress is ever dropped. */
export class EventQueue<Event extends { readonly type: string }> {
  #waiting: Event[] = []
  #waitingProgress = 0
  #wake: (() => void) | undefined
  #over = false

  push(event: Event): void {
    if (this.#over) return
    if (event.type === 'progress') {
      if (this.#waitingProgress >= maxWaitingProgress) return
      this.#waitingProgress++
    }
    this.#waiting.push(event)
    this.#wake?.()
  }

  end(): void {
    this.#over = true
    this.#wake?.()
  }

  /** One reader. `onLeave` is called when it stops before the end. */
  async *read(onLeave: () => void): AsyncGenerator<Event> {
    let finished = false
    try {
      for (;;) {
        const batch = this.#waiting
        this.#waiting = []
        this.#waitingProgress = 0
        yield* batch
        if (this.#waiting.length > 0) continue
        if (this.#over) break
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
        this.#wake = undefined
      }
      finished = true
    } finally {
      if (!finished) onLeave()
    }
  }
}
