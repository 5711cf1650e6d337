import { join } from 'node:path'
import { isRecord, tryParseJson } from '../base/json.js'
import type { ToolResultBlock } from '../tool/content.js'
import { AppendFile } from './append-file.js'
import { readLinesOf } from './read-lines-of.js'

export const answersFile = 'answers.jsonl'

export interface StoredAnswer {
  readonly key: string
  readonly ending: 'completed' | 'failed' | 'refused' | 'invalid' | 'cancelled' | 'faulted'
  readonly result: ToolResultBlock
  readonly texts: readonly string[]
}

/** The answers of a session, whole and private: a call that is asked for again after a restart gets its own. */
export interface AnswerStore {
  /** Throws what the disk says. */
  add(answer: StoredAnswer): void
  close(): void
}

export function createAnswerStore(folder: string): AnswerStore {
  const file = new AppendFile(join(folder, answersFile))
  return { add: (answer) => file.append(`${JSON.stringify(answer)}\n`), close: () => file.close() }
}

/** By key, the last one counts. Half a line after a kill is no answer. */
export async function readAnswers(folder: string): Promise<Map<string, StoredAnswer>> {
  const answers = new Map<string, StoredAnswer>()
  for await (const line of readLinesOf(join(folder, answersFile))) {
    const answer = tryParseJson(line)
    if (isRecord(answer) && typeof answer.key === 'string' && isRecord(answer.result)) {
      answers.set(answer.key, answer as unknown as StoredAnswer)
    }
  }
  return answers
}
