import type { Callgate } from '../pipeline/api.js'

interface Entry {
  readonly gate: Promise<Callgate>
  users: number
  evicted: boolean
}

/** Gates by key, the least recently used closed once there are more than `capacity` and nobody uses it any more. */
export class GateCache {
  readonly #entries = new Map<string, Entry>()
  readonly #capacity: number

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  async use<Result>(
    key: string,
    open: () => Promise<Callgate>,
    work: (gate: Callgate) => Promise<Result>,
  ): Promise<Result> {
    const entry = this.#take(key, open)
    entry.users++
    try {
      return await work(await entry.gate)
    } finally {
      entry.users--
      if (entry.evicted) this.#release(entry)
    }
  }

  async close(): Promise<void> {
    const entries = [...this.#entries.values()]
    this.#entries.clear()
    await Promise.all(entries.map(({ gate }) => gate.then((opened) => opened.close()).catch(() => {})))
  }

  #take(key: string, open: () => Promise<Callgate>): Entry {
    const entry = this.#entries.get(key) ?? { gate: open(), users: 0, evicted: false }
    // a Map keeps insertion order: put in anew, the entry is the newest
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    const [oldest] = this.#entries
    if (oldest && this.#entries.size > this.#capacity) {
      this.#entries.delete(oldest[0])
      oldest[1].evicted = true
      this.#release(oldest[1])
    }
    return entry
  }

  #release({ users, gate }: Entry): void {
    if (users === 0) void gate.then((opened) => opened.close()).catch(() => {})
  }
}
