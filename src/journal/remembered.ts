import type { ToolResultBlock } from '../tool/content.js'
import { readAnswers, type StoredAnswer } from './answers.js'
import { type JournaledCall, readJournal } from './read-journal.js'

/** A call that was begun and never answered, because the program ended. */
export interface InterruptedCall {
  readonly id: string
  readonly name: string
  readonly begunAt: number
  /** Its tool had been started. */
  readonly executing: boolean
  /** For the model. */
  readonly result: ToolResultBlock
}

/** What earlier processes of the session left. */
export interface Remembered {
  readonly interrupted: readonly InterruptedCall[]
  /** The answer of a call that an earlier process had begun; each is given once. Nothing of it is run again. */
  /** `isNew`: the journal does not say yet that it was answered. */
  take(key: string): { readonly answer: StoredAnswer; readonly isNew: boolean } | undefined
  readonly opened: { readonly pid: number; readonly started: string } | undefined
  readonly closed: boolean
}

/** Reads journal and answers of a session's folder. Throws what the disk says. */
export async function remember(folder: string): Promise<Remembered> {
  const [journal, answers] = await Promise.all([readJournal(folder), readAnswers(folder)])
  const interrupted: InterruptedCall[] = []
  const open = new Map<string, { answer: StoredAnswer; isNew: boolean }>()
  for (const call of journal.calls) {
    const stored = answers.get(call.key)
    if (stored) open.set(call.key, { answer: stored, isNew: call.ending === undefined })
    else {
      const result = interruptedResult(call)
      interrupted.push({
        id: call.id,
        name: call.name,
        begunAt: call.begunAt,
        executing: call.executing,
        result,
      })
      const answer: StoredAnswer = { key: call.key, ending: 'cancelled', result, texts: [] }
      open.set(call.key, { answer, isNew: true })
    }
  }
  return {
    interrupted,
    take: (key) => {
      const stored = open.get(key)
      open.delete(key)
      return stored
    },
    opened: journal.opened,
    closed: journal.closed,
  }
}

function interruptedResult({ id, executing }: JournaledCall): ToolResultBlock {
  const content = executing
    ? 'Interrupted: the program that ran this call ended in the middle of it. It may have done a part of its work, and was not run again. Look at what it changed before you go on.'
    : 'Interrupted: the program ended before this call was run. Nothing was changed by it.'
  return { type: 'tool_result', tool_use_id: id, content, is_error: true }
}
