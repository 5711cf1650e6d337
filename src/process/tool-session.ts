import { createReadLedger } from '../files/read-ledger.js'
import { createWorkingDirectory } from '../files/working-directory.js'
import type { ToolSession } from '../tool/session.js'
import { endGroup, untrackGroup } from './process-group.js'
import { createTasks } from './tasks.js'

export interface SessionOptions {
  readonly id: string
  /** Absolute; made on first use, for its owner alone. */
  readonly folder: string
  readonly cwd: string
  readonly additionalDirectories: readonly string[]
  /** Variables for commands, as the settings have them at that moment. */
  readonly environment?: () => Readonly<Record<string, string>>
  readonly passApiKeys?: () => boolean
  readonly isHidden?: (absolute: string) => boolean
}

export interface OpenSession extends ToolSession {
  addDirectories(directories: readonly string[]): void
  /** Ends every process that the session started and waits for that. Results and outputs stay on disk. */
  close(): Promise<void>
}

const graceMs = 2_000

export function createToolSession(options: SessionOptions): OpenSession {
  const { id, folder, cwd, additionalDirectories, isHidden } = options
  const workingDirectory = createWorkingDirectory({ project: cwd, additional: additionalDirectories })
  const tasks = createTasks()
  const leaders = new Set<number>()
  return {
    id,
    folder,
    workingDirectory,
    reads: createReadLedger(),
    tasks,
    leftBehind: { add: (leader) => void leaders.add(leader) },
    ...(isHidden && { isHidden }),
    get environment() {
      return options.environment?.() ?? {}
    },
    get passApiKeys() {
      return options.passApiKeys?.() ?? false
    },
    addDirectories: (directories) => workingDirectory.add(directories),
    close: async () => {
      await tasks.stopAll()
      const ending = [...leaders].map(async (leader) => {
        await endGroup(leader, graceMs)
        untrackGroup(leader)
      })
      leaders.clear()
      await Promise.all(ending)
    },
  }
}
