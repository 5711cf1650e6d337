import { diskProblem } from '../files/disk-problem.js'
import { createAnswerStore, type StoredAnswer } from '../journal/answers.js'
import { createFileJournal, journalFormat } from '../journal/file-journal.js'
import { asAnswer, type InterruptedCall, lostAnswer, maybeMade } from '../journal/interrupted.js'
import type { Journal, JournalEvent, JournalRecord } from '../journal/journal.js'
import type { PastCall } from '../journal/past-calls.js'
import { type Damage, damageText } from '../journal/remembered.js'
import { createReplay, type Replay } from '../journal/replay.js'
import type { AnsweredCall, RequestedCall } from '../pipeline/call.js'
import { startOf } from '../process/process-identity.js'
import { keyOf, shortInput } from './call-key.js'
import { openSession, type SessionPlace, settlePast } from './open-session.js'
import type { SessionState } from './session-state.js'

/** A call that begins. */
export interface BegunCall {
  /** Its number in the session; `undefined` where nobody counts. */
  readonly call: number | undefined
  /** What an earlier process had to say to the very same call: then it is not run. */
  readonly earlier: StoredAnswer | undefined
}

/** What the gate asks of its session's memory. Nothing rejects but `ready` and `interrupted`. */
export interface Memory {
  /** `undefined`: nobody keeps one. */
  readonly journal: Journal | undefined
  /** Opens the session, once. Rejects with CallgateError SESSION_IN_USE, SESSION_UNREADABLE, and then tries again when asked again. */
  ready(): Promise<void>
  interrupted(): Promise<readonly InterruptedCall[]>
  /** In the order of the calls. */
  begin(request: RequestedCall): BegunCall
  /** Before anybody is told: from here on a kill loses nothing. */
  answered(call: number | undefined, request: RequestedCall, answered: AnsweredCall): Promise<void>
  /** For people; each once. */
  takeProblems(): readonly string[]
  close(): void
}

const uncounted: BegunCall = { call: undefined, earlier: undefined }

/** Nothing outlives the gate; `journal` is the embedder's own. */
export function noMemory(journal: Journal | undefined, sessionId: string): Memory {
  const write = (event: Event) => journal?.record({ at: Date.now(), sessionId, ...event })
  return {
    journal,
    ready: async () => {},
    interrupted: async () => [],
    begin: (request) => {
      if (journal !== undefined) write(begunEvent(request, keyOf(request)))
      return uncounted
    },
    answered: async (_, request, answered) => {
      if (journal !== undefined) write(answeredEvent(request, keyOf(request), answered))
    },
    takeProblems: () => [],
    close: () => {},
  }
}

export interface MemoryOptions extends SessionPlace {
  readonly cwd: string
  readonly state: SessionState
  /** What must be known before the state can be taken up. */
  prepare(): Promise<unknown>
}

interface Open {
  readonly replay: Replay
  readonly interrupted: readonly InterruptedCall[]
  readonly release: () => void
}

type Event = Omit<JournalRecord, 'at' | 'sessionId'> & {
  readonly event: JournalEvent
  readonly toolUseId: string
}

/** The session's journal, answers and state as files in its folder. */
export function createMemory(options: MemoryOptions): Memory {
  const { folder, sessionId } = options
  const { tell, take: takeProblems } = createProblems()
  const tellLost = (error: unknown) =>
    tell(
      `What happens in this session cannot be written in ${folder} (${diskProblem(error)}). Calls go on and results are given all the same, but a restart will not know of them. Make room there or its rights right.`,
    )
  const journal = createFileJournal(folder, tellLost)
  const answers = createAnswerStore(folder)
  let opening: Promise<Open> | undefined
  let open: Open | undefined
  let last = 0
  let untold: readonly Damage[] = []
  const write = (event: Event) => journal.record({ at: Date.now(), sessionId, ...event })
  const keep = (answer: StoredAnswer) => {
    try {
      answers.add(answer)
    } catch (error) {
      tellLost(error)
    }
  }
  const settle = (answer: StoredAnswer, toolUseId: string, more: object = {}) => {
    const { call, key, ending } = answer
    keep(answer)
    write({ call, event: 'answered', toolUseId, key, ending, ...more } as Event)
  }

  const start = async (): Promise<Open> => {
    await options.prepare()
    const { past, release } = await openSession(options, tell)
    const { interrupted, answers: cutOff, notices } = await settlePast(past)
    notices.forEach(tell)
    const { pid } = process
    write({
      toolUseId: '',
      event: 'opened',
      format: journalFormat,
      pid,
      started: startOf(pid),
      cwd: options.cwd,
    })
    for (const answer of cutOff) settle(answer, answer.result.tool_use_id, { interrupted: true })
    for (const damage of past.damage) tell(damageText(folder, damage))
    untold = past.damage
    await options.state.load()
    last = past.calls.at(-1)?.number ?? 0
    open = { interrupted, release, replay: createReplay(past.calls, past.openings) }
    return open
  }
  const once = () => {
    opening ??= start().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  /** What an earlier process had to say, or what there is to say about its silence. */
  const answerOf = (call: PastCall, id: string, key: string): StoredAnswer => {
    const { number, answer } = call
    if (answer !== undefined && call.key !== undefined) {
      write({ call: number, event: 'given', toolUseId: id })
      return answer
    }
    const result = call.key === undefined ? maybeMade(id, folder) : lostAnswer(call)
    const made = asAnswer(number, key, result)
    settle(made, id)
    return made
  }
  return {
    journal,
    ready: async () => void (await once()),
    interrupted: async () => (await once()).interrupted,
    begin: (request) => {
      const { id, origin } = request
      const key = keyOf(request)
      const earlier = open?.replay.take(id, key, origin === 'repl')
      if (earlier !== undefined) return { call: earlier.number, earlier: answerOf(earlier, id, key) }
      const call = ++last
      write({ call, ...begunEvent(request, key) })
      return { call, earlier: undefined }
    },
    answered: async (call, request, answered) => {
      const key = keyOf(request)
      const number = call !== undefined && { call }
      const { settled, result, texts } = answered
      keep({ ...number, key, ending: settled.kind, result, texts })
      await options.state.save().catch(tellLost)
      write({ ...number, ...answeredEvent(request, key, answered) })
    },
    takeProblems: () => {
      for (const damage of untold) write({ toolUseId: '', event: 'damage', ...damage })
      untold = []
      return takeProblems()
    },
    close: () => {
      if (open !== undefined) write({ toolUseId: '', event: 'closed' })
      journal.close()
      answers.close()
      open?.release()
    },
  }
}

function begunEvent({ id, name, origin, rawInput }: RequestedCall, key: string): Event {
  return { event: 'begun', toolUseId: id, key, name, origin, input: shortInput(rawInput) }
}

function answeredEvent(request: RequestedCall, key: string, { settled, result, saved }: AnsweredCall): Event {
  const bytes = Buffer.byteLength(JSON.stringify(result.content))
  return {
    event: 'answered',
    toolUseId: request.id,
    key,
    ending: settled.kind,
    bytes,
    ...(saved && { saved }),
  }
}

/** Each is told once. */
function createProblems() {
  const waiting: string[] = []
  const told = new Set<string>()
  return {
    tell: (text: string) => {
      if (!told.has(text)) waiting.push(text)
      told.add(text)
    },
    take: () => waiting.splice(0),
  }
}
