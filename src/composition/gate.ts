import { randomUUID } from 'node:crypto'
import type { StoredAnswer } from '../journal/answers.js'
import type { InterruptedCall } from '../journal/interrupted.js'
import type { Callgate, CallOptions, CallOutcome, CheckOutcome, MessageStream, Run } from '../pipeline/api.js'
import type { AnsweredCall, RequestedCall } from '../pipeline/call.js'
import type { CallContext, GatePorts } from '../pipeline/context.js'
import { EventQueue } from '../pipeline/event-queue.js'
import type { GateEvent, RunOutcome, Stop } from '../pipeline/events.js'
import { requestOf } from '../pipeline/requested.js'
import { runCall } from '../pipeline/run-call.js'
import { runMessage } from '../pipeline/run-message.js'
import type { Scheduler, Turn } from '../pipeline/scheduler.js'
import { answerPlainly } from '../pipeline/stages/6-result.js'
import type { Diagnostic } from '../settings/snapshot.js'
import type { AssistantMessage, ToolResultBlock } from '../tool/content.js'
import { type LinkedSignal, linkSignals } from './linked-signal.js'
import type { Memory } from './memory.js'

export interface GateParts {
  readonly ports: GatePorts
  readonly scheduler: Scheduler
  readonly memory: Memory
  readonly outerSignal: AbortSignal | undefined
  diagnostics(): Promise<readonly Diagnostic[]>
  check(toolUse: unknown): Promise<CheckOutcome>
  /** Ends tasks and lets go of everything the session holds. */
  release(): Promise<void>
}

/** What belongs to one message, or to one call made on its own. */
interface Surroundings {
  readonly signal: AbortSignal
  readonly halt: { stop?: Stop }
  readonly depth: number
  readonly sink: (event: GateEvent) => void
}

// a tool that calls itself without end must not end the process
const maxDepth = 16

/** The gate: gives each call its context, and knows what is running, so that `close` can end it. */
export class Gate implements Callgate {
  readonly #parts: GateParts
  /** Ends with `close`, or with the embedder's own signal. */
  readonly #ending: LinkedSignal
  readonly #base: GatePorts
  readonly #running = new Set<Promise<unknown>>()
  #closed: Promise<void> | undefined
  #madeIds = 0

  constructor(parts: GateParts) {
    this.#parts = parts
    this.#ending = linkSignals([parts.outerSignal])
    this.#base = Object.freeze({ ...parts.ports })
  }

  get sessionId(): string {
    return this.#parts.ports.session.id
  }

  get sessionFolder(): string {
    return this.#parts.ports.session.folder
  }

  get tools() {
    return this.#parts.ports.registry.tools
  }

  diagnostics = (): Promise<readonly Diagnostic[]> => this.#parts.diagnostics()

  check = (toolUse: unknown): Promise<CheckOutcome> => this.#parts.check(toolUse)

  interrupted = (): Promise<readonly InterruptedCall[]> => this.#parts.memory.interrupted()

  call = (toolUse: unknown, options: CallOptions = {}): Promise<CallOutcome> => {
    const request = requestOf(toolUse, 'host', this.#makeId)
    const linked = options.signal ? linkSignals([this.#ending.signal, options.signal]) : this.#ending
    const halt: { stop?: Stop } = {}
    const around = {
      signal: linked.signal,
      halt,
      depth: 0,
      sink: options.onEvent ? quietly(options.onEvent) : nobody,
    }
    const turn = this.#parts.scheduler.enter()
    const outcome = this.#runOne(request, turn, around).then(outcomeOf)
    return this.#track(linked === this.#ending ? outcome : outcome.finally(linked.unlink))
  }

  run = (message: AssistantMessage | MessageStream, options: { readonly signal?: AbortSignal } = {}): Run => {
    const queue = new EventQueue<GateEvent>()
    const linked = linkSignals([this.#ending.signal, options.signal])
    const around = {
      signal: linked.signal,
      halt: {},
      depth: 0,
      sink: (event: GateEvent) => queue.push(event),
    }
    const ran = this.#runMessage(message, around).finally(() => {
      linked.unlink()
      queue.end()
    })
    const outcome = this.#track(ran)
    // who only reads the events learns it there
    outcome.catch(() => {})
    return {
      outcome,
      async *[Symbol.asyncIterator]() {
        yield* queue.read(() => linked.abort('the reader of the run left'))
        await outcome
      },
    }
  }

  results = (
    message: AssistantMessage | MessageStream,
    options?: { readonly signal?: AbortSignal },
  ): Promise<RunOutcome> => this.run(message, options).outcome

  close = (): Promise<void> => {
    this.#closed ??= this.#end()
    return this.#closed
  }

  async #end(): Promise<void> {
    this.#ending.abort('the gate was closed')
    await Promise.allSettled(this.#running)
    await this.#parts.release()
    this.#ending.unlink()
    this.#parts.memory.close()
  }

  readonly #makeId = (): string => `toolu_callgate_${++this.#madeIds}_${randomUUID().slice(0, 8)}`

  async #track<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work)
    try {
      return await work
    } finally {
      this.#running.delete(work)
    }
  }

  async #runMessage(message: AssistantMessage | MessageStream, around: Surroundings): Promise<RunOutcome> {
    let index = 0
    const outcome = await runMessage(message, {
      signal: around.signal,
      halt: around.halt,
      makeId: this.#makeId,
      open: () => {
        const turn = this.#parts.scheduler.enter()
        const place = index++
        return (request) => this.#runOne(request, turn, around, place)
      },
      onDuplicateId: () => this.#parts.ports.telemetry.count({ kind: 'duplicateId' }),
    })
    around.sink({ type: 'message', outcome })
    return outcome
  }

  async #runOne(request: RequestedCall, turn: Turn, around: Surroundings, index = 0): Promise<AnsweredCall> {
    const { id, name, rawInput } = request
    const { ports } = this.#parts
    const began = ports.clock.monotonic()
    around.sink({ type: 'call', id, name, input: rawInput, index })
    const answered = await this.#answer(request, turn, around)
    const ending = answered.ending ?? answered.settled.kind
    const { result, saved } = answered
    around.sink({ type: 'result', id, ending, result, ...(saved && { saved }) })
    const tool = ports.registry.find(name)?.tool.name ?? 'unknown'
    ports.telemetry.count({ kind: 'settled', tool, ending, ms: ports.clock.monotonic() - began })
    return answered
  }

  /** From memory, where an earlier process of the session had begun the very same call; else by the stages. */
  async #answer(request: RequestedCall, turn: Turn, around: Surroundings): Promise<AnsweredCall> {
    const { memory } = this.#parts
    const fault = (error: unknown) => {
      turn.end()
      return answerPlainly({ kind: 'faulted', call: request, during: 'lookup', error })
    }
    try {
      await memory.ready()
    } catch (error) {
      return fault(error)
    }
    // nothing is awaited between: calls begin in the order in which they were made
    const { call, earlier } = memory.begin(request)
    if (earlier !== undefined) {
      turn.end()
      this.#tellProblems(around)
      return fromMemory(request, earlier)
    }
    // also tells the scheduler its limits, before the first call
    const answered = await this.#parts.ports.policy
      .current()
      .then(() => runCall(request, this.#contextOf(request, call, turn, around)), fault)
    await memory.answered(call, request, answered)
    this.#tellProblems(around)
    return answered
  }

  #tellProblems(around: Surroundings): void {
    for (const text of this.#parts.memory.takeProblems()) around.sink({ type: 'notice', text })
  }

  #contextOf(
    request: RequestedCall,
    call: number | undefined,
    turn: Turn,
    around: Surroundings,
  ): CallContext {
    const { ports } = this.#parts
    const { journal } = this.#parts.memory
    const { id } = request
    let inner = 0
    const own: Omit<CallContext, keyof GatePorts> = {
      id,
      turn,
      signal: around.signal,
      halt: around.halt,
      emit: around.sink,
      note:
        journal === undefined
          ? () => {}
          : (fields) =>
              journal.record({
                at: ports.clock.now(),
                sessionId: ports.session.id,
                toolUseId: id,
                ...(call !== undefined && { call }),
                ...fields,
              }),
      callTool: async (name, input): Promise<ToolResultBlock> => {
        const innerId = `${id}.${++inner}`
        if (around.depth >= maxDepth) return tooDeep(innerId)
        const innerRequest = requestOf({ id: innerId, name, input }, 'repl', () => innerId)
        const innerAround = { ...around, depth: around.depth + 1 }
        return (await this.#runOne(innerRequest, turn.inner.enter(), innerAround)).result
      },
    }
    // the ports stand behind: copying some twenty of them for each call would cost more than the call
    return Object.assign(Object.create(this.#base) as GatePorts, own)
  }
}

/** The result that was made then, as it was. */
function fromMemory(call: RequestedCall, { ending, result, texts }: StoredAnswer): AnsweredCall {
  const reason = 'an earlier process of this session had begun it'
  return {
    settled: { kind: 'cancelled', call, during: 'lookup', reason, soFar: '' },
    ending,
    result,
    saved: undefined,
    texts,
    stop: undefined,
  }
}

function tooDeep(id: string): ToolResultBlock {
  const content = `Not run: this is the ${maxDepth + 1}th tool call inside another. Call the tool from further outside.`
  return { type: 'tool_result', tool_use_id: id, content, is_error: true }
}

const nobody = (): void => {}

/** A listener of the embedder's that throws must not end the call it listens to. */
function quietly(onEvent: NonNullable<CallOptions['onEvent']>): (event: GateEvent) => void {
  return (event) => {
    try {
      onEvent(event)
    } catch {
      // its own business: a gate has nobody to tell
    }
  }
}

function outcomeOf({ result, settled, texts, stop, ending }: AnsweredCall): CallOutcome {
  const decision =
    settled.kind === 'refused'
      ? settled.decision
      : 'decision' in settled.call
        ? settled.call.decision
        : undefined
  return {
    result,
    ending: ending ?? settled.kind,
    ...(decision !== undefined && { decision: decision as NonNullable<CallOutcome['decision']> }),
    texts: texts.map((text) => ({ type: 'text', text })),
    ...(stop && { stop }),
  }
}
