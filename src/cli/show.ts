import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { visibleLine } from '../base/visible-text.js'
import type { JournalRecord } from '../journal/journal.js'
import { readJournal } from '../journal/read-journal.js'
import { remember } from '../journal/remembered.js'
import { exitCodes } from './exit-codes.js'
import { CliError, type Host } from './host.js'
import { sessionsFolder } from './session-folders.js'
import { lineWriter } from './write-lines.js'

export interface ShowArguments {
  /** The user message that answers the calls which were never answered. */
  readonly results?: boolean
  /** The journal's own lines. */
  readonly json?: boolean
}

/** Shows what happened in a session: each call with its stages, decision and end. */
export async function show(id: string, { results, json }: ShowArguments, host: Host): Promise<number> {
  if (!/^[\w-][\w.-]{0,99}$/.test(id))
    throw new CliError(`${JSON.stringify(id)} is no session id.`, exitCodes.usage.code)
  const folder = join(sessionsFolder(), id)
  await access(folder).catch(() => {
    throw new CliError(`There is no session ${id}. \`callgate sessions\` lists them.`, exitCodes.session.code)
  })
  const output = lineWriter(host.stdout, () => {})
  if (results) {
    const { interrupted } = await remember(folder)
    const content = interrupted.map((call) => call.result)
    if (content.length > 0) await output.write(JSON.stringify({ role: 'user', content }))
    return exitCodes.ok.code
  }
  const { records, damaged } = await readJournal(folder)
  for (const record of records) {
    if (output.closed) return exitCodes.ok.code
    const line = json ? JSON.stringify(record) : textOf(record)
    if (line !== undefined) await output.write(line)
  }
  if (damaged > 0 && !json) {
    await output.write(
      `${damaged} ${damaged === 1 ? 'line is' : 'lines are'} damaged: a process ended while it wrote.`,
    )
  }
  return exitCodes.ok.code
}

/** One line for people; stages that took no time and said nothing are left out. */
function textOf(record: JournalRecord): string | undefined {
  const { at, event, toolUseId } = record
  const time = new Date(at).toISOString().slice(11, 23)
  const line = (text: string) => visibleLine(`${time}  ${text}`)
  switch (event) {
    case 'opened':
      return line(`── opened by process ${record.pid} in ${record.cwd}`)
    case 'closed':
      return line('── closed')
    case 'begun':
      return line(`▸ ${record.name} ${JSON.stringify(record.input)} (${toolUseId})`)
    case 'decision':
      return line(`  ${decisionText(record.decision)}`)
    case 'executing':
      return line('  runs')
    case 'answered':
      return line(
        `  ${record.ending}${record.bytes === undefined ? '' : `, ${record.bytes} bytes`}${savedText(record.saved)} (${toolUseId})`,
      )
    default:
      return undefined
  }
}

function decisionText(decision: unknown): string {
  const { behavior = '?', reason = '' } = (decision ?? {}) as { behavior?: string; reason?: string }
  return `${behavior}: ${reason}`
}

function savedText(saved: unknown): string {
  const path = (saved as { path?: unknown } | undefined)?.path
  return typeof path === 'string' ? `, whole at ${path}` : ''
}
