import { join } from 'node:path'
import { isRecord, tryParseJson } from '../base/json.js'
import type { ToolResultBlock } from '../tool/content.js'
import { AppendFile } from './append-file.js'
import { readLinesOf } from './read-lines-of.js'

export const answersFile = 'answers.jsonl'

export interface StoredAnswer {
  /** Absent in answers that were written before calls had numbers. */
  readonly call?: number
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

export interface ReadAnswers {
  readonly answers: readonly StoredAnswer[]
  /** Numbers of the lines that are no answers: half a line after a kill is none. */
  readonly damaged: readonly number[]
}

/** In the order in which they were given. */
export async function readAnswers(folder: string): Promise<ReadAnswers> {
  const answers: StoredAnswer[] = []
  const damaged: number[] = []
  let line = 0
  for await (const text of readLinesOf(join(folder, answersFile))) {
    line++
    const answer = tryParseJson(text)
    if (isAnswer(answer)) answers.push(answer)
    else if (text.trim() !== '') damaged.push(line)
  }
  return { answers, damaged }
}

const endings = new Set(['completed', 'failed', 'refused', 'invalid', 'cancelled', 'faulted'])

function isAnswer(value: unknown): value is StoredAnswer {
  if (!isRecord(value) || !isRecord(value.result)) return false
  const { call, key, ending, texts } = value
  const { type, tool_use_id: id, content } = value.result
  return (
    (call === undefined || (Number.isSafeInteger(call) && Number(call) > 0)) &&
    typeof key === 'string' &&
    endings.has(String(ending)) &&
    Array.isArray(texts) &&
    texts.every((text) => typeof text === 'string') &&
    type === 'tool_result' &&
    typeof id === 'string' &&
    (typeof content === 'string' || Array.isArray(content))
  )
}
