import type { JournalRecord } from './journal.js'
import type { DamagedRecord } from './read-records.js'

/** A process that a call had started, by the leader of its session. */
export interface JournaledProcess {
  readonly pid: number
  /** `startOf` at that time. */
  readonly started: string
  /** The file that it writes into. */
  readonly output: string
}

/** What a journal says of one call. */
export interface JournaledCall {
  readonly number: number
  /** `undefined`, as the key: all lines that say it are damaged. */
  id: string | undefined
  /** Of id, name and input together. */
  key: string | undefined
  name: string
  begunAt: number
  /** Made inside another call: it is only ever asked for by that one. */
  inner: boolean
  /** Which opening of the session it belongs to. */
  readonly opening: number
  /** The tool had been started, or nobody can say that it had not: it may have done something. */
  executing: boolean
  readonly processes: JournaledProcess[]
  /** What processes were to write into of which it is not known whether they started. */
  readonly starting: string[]
  /** How it ended; `undefined` for a call that was never answered. */
  ending: string | undefined
  /** It was answered by a later process, because its own had ended. */
  interrupted: boolean
  /** A later process gave its answer. */
  given: boolean
}

/** One process's time with the session. */
export interface Opening {
  readonly pid: number
  readonly started: string
  readonly cwd: string
  /** Milliseconds since 1970. */
  readonly at: number
  closed: boolean
}

/** Says nothing about whether a call was made. */
const harmless = new Set(['opened', 'closed', 'damage', 'stageEnded', 'decision', 'given'])
/** A call that was run and answered in a process that closed its session has at least so many lines. */
const fewestLinesOfACall = 3

/** The calls of a session, by number, put together from the lines of its journal as they come. */
export class CallTable {
  readonly #calls = new Map<number, JournaledCall>()
  readonly openings: Opening[] = []
  #highest = 0
  /** Damaged lines since the last call began, that nothing can be read of. */
  #unreadable = 0
  /** The latest call of each `toolUseId`, for lines without a number. */
  readonly #latest = new Map<string, number>()

  take(record: JournalRecord): void {
    const { event, toolUseId } = record
    if (event === 'opened') {
      this.#settleUnreadable()
      const { pid, started, cwd, at } = record
      this.openings.push({ pid: Number(pid), started: String(started), cwd: String(cwd), at, closed: false })
      return
    }
    if (event === 'closed') {
      const opening = this.openings.at(-1)
      if (opening) opening.closed = true
      return
    }
    const number = record.call ?? this.#numberOf(toolUseId, event)
    if (number === undefined) return
    if (number > this.#highest) this.#unreadable = 0
    const call = this.#call(number, toolUseId)
    call.key ??= record.key as string | undefined
    readers[event]?.(call, record)
  }

  takeDamaged({ call: given, event, toolUseId, key }: DamagedRecord): void {
    const number = given ?? (toolUseId === undefined ? undefined : this.#numberOf(toolUseId, event))
    if (number === undefined) {
      if (event === undefined || !harmless.has(event)) this.#noteUnreadable()
      return
    }
    const call = this.#call(number, toolUseId)
    call.key ??= key
    if (event === undefined || !harmless.has(event)) call.executing = true
  }

  /** After the last line. */
  end(): ReadonlyMap<number, JournaledCall> {
    this.#settleUnreadable()
    return this.#calls
  }

  #call(number: number, id: string | undefined): JournaledCall {
    let call = this.#calls.get(number)
    if (call === undefined) {
      call = lostCall(number, Math.max(0, this.openings.length - 1))
      this.#calls.set(number, call)
      this.#highest = Math.max(this.#highest, number)
    }
    call.id ??= id
    if (id !== undefined) this.#latest.set(id, number)
    return call
  }

  #numberOf(toolUseId: string, event: string | undefined): number | undefined {
    if (toolUseId === '') return undefined
    const latest = event === 'begun' ? undefined : this.#latest.get(toolUseId)
    return latest ?? this.#highest + 1
  }

  /** It may have said that one of the calls on their way was being executed. */
  #noteUnreadable(): void {
    this.#unreadable++
    for (const call of this.#calls.values()) if (call.ending === undefined) call.executing = true
  }

  /** Lines that cannot be read at all may have been those of one more call. */
  #settleUnreadable(): void {
    const needed = this.openings.at(-1)?.closed ? fewestLinesOfACall : 1
    if (this.#unreadable >= needed) this.#call(this.#highest + 1, undefined)
    this.#unreadable = 0
  }
}

const readers: Readonly<Record<string, (call: JournaledCall, record: JournalRecord) => void>> = {
  begun: (call, { name, at, origin, toolUseId }) => {
    call.id = toolUseId
    call.name = String(name)
    call.begunAt = at
    call.inner = origin === 'repl'
    call.executing = false
  },
  executing: (call) => {
    call.executing = true
  },
  process: (call, { pid, started, output }) => {
    call.executing = true
    if (pid === undefined) call.starting.push(String(output))
    else if (Number.isSafeInteger(pid) && Number(pid) > 1 && typeof started === 'string')
      call.processes.push({ pid: Number(pid), started, output: String(output) })
  },
  answered: (call, { ending, interrupted }) => {
    call.ending = String(ending)
    call.interrupted = interrupted === true
  },
  given: (call) => {
    call.given = true
  },
}

/** Until a line says more. */
export function lostCall(number: number, opening: number): JournaledCall {
  return {
    number,
    id: undefined,
    key: undefined,
    name: 'unknown',
    begunAt: Number.NaN,
    inner: false,
    opening,
    executing: true,
    processes: [],
    starting: [],
    ending: undefined,
    interrupted: false,
    given: false,
  }
}
