import { createHash } from 'node:crypto'
import { canonicalJson } from '../base/json.js'
import { CallgateError } from '../errors/callgate-error.js'
import { type AnswerStore, createAnswerStore, type StoredAnswer } from '../journal/answers.js'
import { createFileJournal, type FileJournal } from '../journal/file-journal.js'
import type { Journal, JournalRecord } from '../journal/journal.js'
import { redact } from '../journal/redact.js'
import { type InterruptedCall, type Remembered, remember } from '../journal/remembered.js'
import type { AnsweredCall, RequestedCall } from '../pipeline/call.js'
import { startOf, stillLives } from '../process/process-identity.js'
import type { SessionState } from './session-state.js'

/** What the gate asks of its session's memory. Nothing rejects but `ready` and `interrupted`. */
export interface Memory {
  /** `undefined`: nobody keeps one. */
  readonly journal: Journal | undefined
  /** Reads what earlier processes left, once. Rejects with CallgateError SESSION_IN_USE, SESSION_UNREADABLE. */
  ready(): Promise<void>
  interrupted(): Promise<readonly InterruptedCall[]>
  /** Notes that a call begins; answers what an earlier process had to say to the very same call. */
  begin(request: RequestedCall): StoredAnswer | undefined
  /** Before anybody is told: from here on a kill loses nothing. */
  answered(request: RequestedCall, answered: AnsweredCall): Promise<void>
  /** For people; each once. */
  takeProblems(): readonly string[]
  close(): void
}

export const noMemory = (journal: Journal | undefined): Memory => ({
  journal,
  ready: async () => {},
  interrupted: async () => [],
  begin: () => undefined,
  answered: async () => {},
  takeProblems: () => [],
  close: () => {},
})

export interface MemoryOptions {
  readonly sessionId: string
  readonly folder: string
  readonly cwd: string
  readonly state: SessionState
}

/** The session's journal, answers and state as files in its folder. */
export function createMemory(options: MemoryOptions): Memory {
  const problems: string[] = []
  const told = new Set<string>()
  const tell = (text: string) => {
    if (!told.has(text)) problems.push(text)
    told.add(text)
  }
  const journal: FileJournal = createFileJournal(options.folder, tell)
  const answers: AnswerStore = createAnswerStore(options.folder)
  let remembered: Promise<Remembered> | undefined
  let past: Remembered | undefined
  const write = (fields: Omit<JournalRecord, 'at' | 'sessionId'>) =>
    journal.record({ at: Date.now(), sessionId: options.sessionId, ...fields } as JournalRecord)

  const tellLost = (error: unknown) =>
    tell(
      `The answers of this session cannot be written (${codeOf(error)}). Results are given all the same, but a restart will not know them.`,
    )
  const keep = (answer: StoredAnswer) => {
    try {
      answers.add(answer)
    } catch (error) {
      tellLost(error)
    }
  }

  const open = async (): Promise<Remembered> => {
    const found = await readPast(options)
    await options.state.load()
    write({
      toolUseId: '',
      event: 'opened',
      pid: process.pid,
      started: startOf(process.pid),
      cwd: options.cwd,
    })
    past = found
    return found
  }
  const once = () => {
    remembered ??= open()
    return remembered
  }
  return {
    journal,
    ready: async () => void (await once()),
    interrupted: async () => (await once()).interrupted,
    begin: (request) => {
      const { id, name, rawInput } = request
      const key = keyOf(request)
      const earlier = past?.take(key)
      if (earlier === undefined) {
        write({
          toolUseId: id,
          event: 'begun',
          key,
          name,
          origin: request.origin,
          input: shortInput(rawInput),
        })
      } else if (earlier.isNew) {
        keep(earlier.answer)
        write({ toolUseId: id, event: 'answered', ending: earlier.answer.ending })
      }
      return earlier?.answer
    },
    answered: async (request, { settled, result, texts, saved }) => {
      const key = keyOf(request)
      keep({ key, ending: settled.kind, result, texts })
      await options.state.save().catch(tellLost)
      const bytes = Buffer.byteLength(JSON.stringify(result.content))
      write({
        toolUseId: request.id,
        event: 'answered',
        ending: settled.kind,
        bytes,
        ...(saved && { saved }),
      })
    },
    takeProblems: () => problems.splice(0),
    close: () => {
      if (past !== undefined) write({ toolUseId: '', event: 'closed' })
      journal.close()
      answers.close()
    },
  }
}

async function readPast({ folder, sessionId }: MemoryOptions): Promise<Remembered> {
  let found: Remembered
  try {
    found = await remember(folder)
  } catch (error) {
    throw new CallgateError('SESSION_UNREADABLE', { folder, problem: codeOf(error) }, { cause: error })
  }
  const { opened, closed } = found
  if (opened && !closed && stillLives(opened.pid, opened.started)) {
    throw new CallgateError('SESSION_IN_USE', { session: sessionId, pid: String(opened.pid) })
  }
  return found
}

/** The very same call: its id alone is not enough, since some providers count from 1 in each message. */
function keyOf({ id, name, rawInput }: RequestedCall): string {
  return createHash('sha256')
    .update(`${id}\0${name}\0${canonical(rawInput)}`)
    .digest('base64url')
}

function canonical(value: unknown): string {
  try {
    return canonicalJson(value)
  } catch {
    return 'no JSON'
  }
}

const mostInput = 4_000

/** For people who read the journal: enough to know what it was, secrets taken out. */
function shortInput(rawInput: unknown): unknown {
  const text = canonical(rawInput)
  return text.length <= mostInput
    ? redact(rawInput)
    : `${text.slice(0, mostInput)}… (${text.length} characters)`
}

function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' ? 'the disk is full' : (code ?? message)
}
