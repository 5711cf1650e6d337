/** What lives as long as a session and tools share. The interfaces stand here; `files` and `process` implement them. */
export interface ToolSession {
  readonly id: string
  /** Absolute folder of the session's own files (results, spools), private modes. Made on first use. */
  readonly folder: string
  readonly workingDirectory: WorkingDirectory
  readonly reads: ReadLedger
  readonly tasks: TaskRegistry
  /** Processes that a command left running behind it, by the leader of their group: they end with the session. */
  readonly leftBehind: { add(leader: number): void }
  /** True for a file that a deny rule keeps from being read: searches leave it out. Absent: nothing is hidden. */
  readonly isHidden?: (absolute: string) => boolean
  /** Variables that commands get on top of the process's own, e.g. the settings' `env`. */
  readonly environment?: Readonly<Record<string, string>>
  /** Commands inherit the API keys and tokens of our own process. Default: false. */
  readonly passApiKeys?: boolean
}

/** The folder that commands run in; `cd` carries it on, but never outside the allowed directories. */
export interface WorkingDirectory {
  /** The folder the session started in. */
  readonly project: string
  readonly current: string
  /** Directories (real paths) that calls may work in: the project and what was added. */
  readonly allowed: readonly string[]
  /** Takes the folder a command ended in. `reset` where it lies outside and the current one stays. */
  carry(folder: string): 'carried' | 'reset'
  /** Back to the project folder, because the current one is gone. */
  fallBack(): void
}

/** What the model has seen of which file: a content hash a path (real path). */
/** How much of a file was shown: lines in full, the first being 1, or a part that cannot be told in lines. */
export type ReadExtent =
  | 'whole'
  | 'partial'
  | { readonly first: number; readonly last: number; readonly total: number }

export interface ReadLedger {
  /** Lines shown one part after the other count as `whole` once all were; a `partial` read does not count as read for a Write. */
  noteRead(realPath: string, contentHash: string, extent: ReadExtent): void
  /** Path, hash and extent of each, for a later process of the session. */
  entries(): readonly (readonly [realPath: string, contentHash: string, extent: 'whole' | 'partial'])[]
  seen(realPath: string): { readonly contentHash: string; readonly extent: 'whole' | 'partial' } | undefined
}

export type TaskStatus = 'running' | 'completed' | 'failed' | 'stopped'

/** A process that went on in the background. */
export interface Task {
  readonly id: string
  readonly command: string
  /** File that holds everything it printed, raw. */
  readonly outputFile: string
  readonly status: TaskStatus
  readonly exitCode: number | undefined
  readonly signal: string | undefined
  readonly startedAt: number
  /** Resolves when the task has ended; never rejects. */
  readonly ended: Promise<void>
  /** TERM to the whole group, then KILL. Resolves when it is gone. */
  stop(): Promise<void>
}

export interface TaskRegistry {
  add(task: Task): void
  get(id: string): Task | undefined
  list(): readonly Task[]
  /** Ends every running task; called by `close()`. */
  stopAll(): Promise<void>
}
