import { readdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { diskProblem } from '../files/disk-problem.js'
import { exitCodes } from './exit-codes.js'
import { CliError } from './host.js'

/** Where `run` keeps its sessions. */
export function sessionsFolder(): string {
  const state = process.env.XDG_STATE_HOME || join(homedir(), '.local/state')
  return join(state, 'callgate/sessions')
}

export interface SessionFolder {
  readonly id: string
  readonly folder: string
  readonly changedAt: number
}

/** The most recently used first; none where there is no folder. Throws CliError for a place that cannot be read. */
export async function listSessionFolders(): Promise<SessionFolder[]> {
  const root = sessionsFolder()
  const names = await readdir(root, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw unreadable(root, error)
  })
  const found = await Promise.all(
    names
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }) => {
        const folder = join(root, name)
        const changedAt = await changed(join(folder, 'journal.jsonl'))
          .catch(() => changed(folder))
          // taken away while we looked, or not ours to look at
          .catch(() => 0)
        return { id: name, folder, changedAt }
      }),
  )
  return found.sort((a, b) => b.changedAt - a.changedAt)
}

export function unreadable(path: string, error: unknown): CliError {
  return new CliError(
    `The sessions cannot be read: ${path}: ${diskProblem(error)}. Look at XDG_STATE_HOME, or at the rights of that folder.`,
    exitCodes.session.code,
    { cause: error },
  )
}

async function changed(path: string): Promise<number> {
  return (await stat(path)).mtimeMs
}
