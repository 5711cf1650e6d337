import { join } from 'node:path'
import type { ToolResultBlock } from '../tool/content.js'
import { answersFile, type StoredAnswer } from './answers.js'
import { journalFile } from './file-journal.js'
import type { OrphanFate } from './orphans.js'
import type { PastCall } from './past-calls.js'

/** A call that was begun and never answered, because the program ended. */
export interface InterruptedCall {
  readonly id: string
  readonly name: string
  /** Milliseconds since 1970; NaN where the journal's line about it is damaged. */
  readonly begunAt: number
  /** Its tool had been started. */
  readonly executing: boolean
  /** What became of the process that it had started, if it had. `lives`: nobody has ended it yet. */
  readonly process: OrphanFate | 'lives' | undefined
  /** For the model. */
  readonly result: ToolResultBlock
}

export function interruptedCall(call: PastCall, process: InterruptedCall['process']): InterruptedCall {
  const { id = '', name, begunAt, executing } = call
  const text = executing
    ? `Interrupted: the program that ran this call ended in the middle of it. It may have done a part of its work, and was not run again.${processText(call, process)} Look at what it changed before you go on.`
    : 'Interrupted: the program ended before this call was run. Nothing was changed by it.'
  return { id, name, begunAt, executing, process, result: errorResult(id, text) }
}

function processText({ processes }: PastCall, fate: InterruptedCall['process']): string {
  const pid = processes.at(-1)?.pid
  switch (fate) {
    case undefined:
      return ''
    case 'gone':
      return ' Its command had ended by itself by the time this was noticed.'
    case 'ended':
      return ` Its command (process ${pid}) was still running, and was ended now, with everything it had started.`
    case 'lives':
      return ` Its command (process ${pid}) is still running; the next start of this session ends it.`
    case 'unsure':
      return ` Its command (process ${pid}) may still be running: it could not be made sure that this is the same process, so it was left alone.`
  }
}

/** For a call that was answered, but whose answer is not to be read. */
export function lostAnswer({ id = '', ending }: PastCall): ToolResultBlock {
  return errorResult(
    id,
    `This call was run by an earlier process and ended (${ending}), but its answer is lost: it was not kept, or its line in ${answersFile} is damaged. It was not run again. Look at what it changed, or ask for less by a new call.`,
  )
}

/** For a call that may be the one of which the journal has lost the record. */
export function maybeMade(id: string, folder: string): ToolResultBlock {
  return errorResult(
    id,
    `Not run: the records of this session are damaged (${join(folder, journalFile)}), and a call of which nothing is known stood at this place. It may have been this one. Look at whether its work is done; if it is not, make the call again.`,
  )
}

export function asAnswer(call: number, key: string, result: ToolResultBlock): StoredAnswer {
  return { call, key, ending: 'cancelled', result, texts: [] }
}

function errorResult(id: string, content: string): ToolResultBlock {
  return { type: 'tool_result', tool_use_id: id, content, is_error: true }
}
