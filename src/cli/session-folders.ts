import { readdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

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

/** The most recently used first; none where there is no folder. */
export async function listSessionFolders(): Promise<SessionFolder[]> {
  const root = sessionsFolder()
  const names = await readdir(root, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found = await Promise.all(
    names
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }) => {
        const folder = join(root, name)
        const journal = await stat(join(folder, 'journal.jsonl')).catch(() => stat(folder))
        return { id: name, folder, changedAt: journal.mtimeMs }
      }),
  )
  return found.sort((a, b) => b.changedAt - a.changedAt)
}
