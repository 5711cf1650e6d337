import { visibleLine } from '../base/visible-text.js'
import { diskProblem } from '../files/disk-problem.js'
import type { Opening } from '../journal/call-table.js'
import { readJournal } from '../journal/read-journal.js'
import { hasLock, sessionHolder } from '../journal/session-lock.js'
import { stillLives } from '../process/process-identity.js'
import { exitCodes } from './exit-codes.js'
import type { Host } from './host.js'
import { listSessionFolders, type SessionFolder } from './session-folders.js'
import { lineWriter } from './write-lines.js'

export interface SessionsArguments {
  readonly json?: boolean
}

/** One session as `sessions` shows it. */
interface SessionLine {
  readonly id: string
  /** `undefined`: it cannot be told. */
  readonly lastUsed?: string
  readonly state: 'open' | 'closed' | 'interrupted' | 'unreadable'
  readonly calls: number
  /** Begun and never answered. */
  readonly unfinished: number
  /** Lines of the journal that are no records. */
  readonly damaged: number
  readonly cwd: string
  /** Why it is unreadable. */
  readonly problem?: string
}

/** Lists the sessions of `run`, the most recently used first. */
export async function sessions({ json }: SessionsArguments, host: Host): Promise<number> {
  const output = lineWriter(host.stdout, () => {})
  const folders = await listSessionFolders()
  if (folders.length === 0 && !json) await output.write('There is no session yet: `callgate run` makes one.')
  for (const folder of folders) {
    if (output.closed) break
    const line = await describe(folder)
    await output.write(json ? JSON.stringify(line) : textOf(line))
  }
  return exitCodes.ok.code
}

/** One that cannot be read must not hide the others. */
async function describe({ id, folder, changedAt }: SessionFolder): Promise<SessionLine> {
  const when = { id, ...(changedAt > 0 && { lastUsed: new Date(changedAt).toISOString() }) }
  try {
    const { calls, openings, damaged } = await readJournal(folder)
    const latest = openings.at(-1)
    const open = isOpen(folder, latest)
    const unfinished = [...calls.values()].filter(
      ({ key, ending }) => key !== undefined && ending === undefined,
    )
    return {
      ...when,
      state: open ? 'open' : (latest?.closed ?? true) ? 'closed' : 'interrupted',
      calls: calls.size,
      unfinished: open ? 0 : unfinished.length,
      damaged: damaged.length,
      cwd: latest?.cwd ?? '',
    }
  } catch (error) {
    const nothing = { calls: 0, unfinished: 0, damaged: 0, cwd: '' }
    return { ...when, state: 'unreadable', ...nothing, problem: diskProblem(error) }
  }
}

function isOpen(folder: string, latest: Opening | undefined): boolean {
  if (hasLock(folder)) return sessionHolder(folder) !== undefined
  return latest !== undefined && !latest.closed && stillLives(latest.pid, latest.started)
}

function textOf({ id, lastUsed, state, calls, unfinished, damaged, cwd, problem }: SessionLine): string {
  const when = lastUsed?.slice(0, 16).replace('T', ' ') ?? ''.padEnd(16)
  const count = [
    `${calls} ${calls === 1 ? 'call' : 'calls'}`,
    ...(unfinished > 0 ? [`${unfinished} unfinished`] : []),
    ...(damaged > 0 ? [`${damaged} damaged ${damaged === 1 ? 'line' : 'lines'}`] : []),
  ].join(', ')
  const rest = problem ?? `${count.padEnd(24)}  ${cwd}`
  return visibleLine(`${id.padEnd(36)}  ${when}  ${state.padEnd(11)}  ${rest}`)
}
