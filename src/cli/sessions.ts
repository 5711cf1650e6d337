import { visibleLine } from '../base/visible-text.js'
import { readJournal } from '../journal/read-journal.js'
import { stillLives } from '../process/process-identity.js'
import { exitCodes } from './exit-codes.js'
import type { Host } from './host.js'
import { listSessionFolders } from './session-folders.js'
import { lineWriter } from './write-lines.js'

export interface SessionsArguments {
  readonly json?: boolean
}

/** One session as `sessions` shows it. */
interface SessionLine {
  readonly id: string
  readonly lastUsed: string
  readonly state: 'open' | 'closed' | 'interrupted'
  readonly calls: number
  /** Begun and never answered. */
  readonly unfinished: number
  readonly cwd: string
}

/** Lists the sessions of `run`, the most recently used first. */
export async function sessions({ json }: SessionsArguments, host: Host): Promise<number> {
  const output = lineWriter(host.stdout, () => {})
  const folders = await listSessionFolders()
  if (folders.length === 0 && !json) await output.write('There is no session yet: `callgate run` makes one.')
  for (const { id, folder, changedAt } of folders) {
    if (output.closed) break
    const line = await describe(id, folder, changedAt)
    await output.write(json ? JSON.stringify(line) : textOf(line))
  }
  return exitCodes.ok.code
}

async function describe(id: string, folder: string, changedAt: number): Promise<SessionLine> {
  const { calls, opened, closed } = await readJournal(folder)
  const lives = opened !== undefined && !closed && stillLives(opened.pid, opened.started)
  const unfinished = calls.filter(({ ending }) => ending === undefined).length
  return {
    id,
    lastUsed: new Date(changedAt).toISOString(),
    state: lives ? 'open' : closed || opened === undefined ? 'closed' : 'interrupted',
    calls: calls.length,
    unfinished: lives ? 0 : unfinished,
    cwd: opened?.cwd ?? '',
  }
}

function textOf({ id, lastUsed, state, calls, unfinished, cwd }: SessionLine): string {
  const when = lastUsed.slice(0, 16).replace('T', ' ')
  const left = unfinished > 0 ? `, ${unfinished} unfinished` : ''
  const count = `${calls} ${calls === 1 ? 'call' : 'calls'}${left}`
  return visibleLine(`${id.padEnd(36)}  ${when}  ${state.padEnd(11)}  ${count.padEnd(24)}  ${cwd}`)
}
