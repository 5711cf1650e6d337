import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { visibleLine } from '../base/visible-text.js'
import { journalFile } from '../journal/file-journal.js'
import { interruptedCall } from '../journal/interrupted.js'
import type { JournalRecord } from '../journal/journal.js'
import { findOrphan } from '../journal/orphans.js'
import type { PastCall } from '../journal/past-calls.js'
import { type JournalLine, readRecords } from '../journal/read-records.js'
import { isUnfinished, remember } from '../journal/remembered.js'
import type { ToolResultBlock } from '../tool/content.js'
import { exitCodes } from './exit-codes.js'
import { CliError, type Host } from './host.js'
import { sessionsFolder, unreadable } from './session-folders.js'
import { lineWriter } from './write-lines.js'

export interface ShowArguments {
  /** The user message that answers the calls which were never answered. */
  readonly results?: boolean
  /** The journal's own lines. */
  readonly json?: boolean
}

/** Shows what happened in a session: each call with its stages, decision and end. */
export async function show(id: string, { results, json }: ShowArguments, host: Host): Promise<number> {
  const folder = await folderOf(id)
  const output = lineWriter(host.stdout, () => {})
  try {
    if (results) {
      const content = await interruptedResults(folder)
      if (content.length > 0) await output.write(JSON.stringify({ role: 'user', content }))
      return exitCodes.ok.code
    }
    for await (const each of readRecords(folder)) {
      if (output.closed) break
      const line = json ? jsonOf(each) : textOf(each, folder)
      if (line !== undefined) await output.write(line)
    }
    return exitCodes.ok.code
  } catch (error) {
    throw unreadable(folder, error)
  }
}

async function folderOf(id: string): Promise<string> {
  if (!/^[\w-][\w.-]{0,99}$/.test(id))
    throw new CliError(`${JSON.stringify(id)} is no session id.`, exitCodes.usage.code)
  const folder = join(sessionsFolder(), id)
  await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw unreadable(folder, error)
    throw new CliError(`There is no session ${id}. \`callgate sessions\` lists them.`, exitCodes.session.code)
  })
  return folder
}

/** Of the calls that were cut off, as long as no later process has given their answers. */
async function interruptedResults(folder: string): Promise<readonly ToolResultBlock[]> {
  const { calls } = await remember(folder)
  const waiting = calls.filter(
    (call) => !call.inner && (isUnfinished(call) || (call.interrupted && !call.given)),
  )
  return waiting.map((call) => call.answer?.result ?? interruptedCall(call, fateOf(call)).result)
}

function fateOf({ processes }: PastCall) {
  const last = processes.at(-1)
  return last && findOrphan(last)
}

function jsonOf(each: JournalLine): string {
  return JSON.stringify('record' in each ? each.record : { event: 'damaged', line: each.line })
}

/** One line for people; stages that took no time and said nothing are left out. */
function textOf(each: JournalLine, folder: string): string | undefined {
  if ('damaged' in each)
    return visibleLine(`${''.padEnd(12)}  ── ${join(folder, journalFile)}:${each.line} is damaged`)
  const { record } = each
  const text = eventText(record)
  return text === undefined ? undefined : visibleLine(`${timeOf(record)}  ${text}`)
}

function timeOf({ at }: JournalRecord): string {
  const date = new Date(typeof at === 'number' ? at : Number.NaN)
  return Number.isNaN(date.getTime()) ? '??:??:??.???' : date.toISOString().slice(11, 23)
}

function eventText(record: JournalRecord): string | undefined {
  const { event, toolUseId } = record
  switch (event) {
    case 'opened':
      return `── opened by process ${record.pid} in ${record.cwd}`
    case 'closed':
      return '── closed'
    case 'begun':
      return `▸ ${record.name} ${JSON.stringify(record.input)} (${toolUseId})`
    case 'decision':
      return `  ${decisionText(record.decision)}`
    case 'executing':
      return '  runs'
    case 'process':
      return record.pid === undefined ? undefined : `  as process ${record.pid}`
    case 'answered':
      return `  ${endingText(record)} (${toolUseId})`
    case 'given':
      return `▸ asked for again: answered from memory (${toolUseId})`
    default:
      return undefined
  }
}

function endingText({ ending, interrupted, bytes, saved }: JournalRecord): string {
  const path = (saved as { path?: unknown } | undefined)?.path
  return [
    interrupted === true ? 'interrupted' : String(ending),
    ...(bytes === undefined ? [] : [`${bytes} bytes`]),
    ...(typeof path === 'string' ? [`whole at ${path}`] : []),
  ].join(', ')
}

function decisionText(decision: unknown): string {
  const { behavior = '?', reason = '' } = (decision ?? {}) as { behavior?: string; reason?: string }
  return `${behavior}: ${reason}`
}
