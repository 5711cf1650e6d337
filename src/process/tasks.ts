import { randomBytes } from 'node:crypto'
import { ToolFailure } from '../errors/tool-failure.js'
import type { Task, TaskRegistry, TaskStatus } from '../tool/session.js'
import type { RunningProcess } from './run-process.js'

/** More at once are a mistake of the model, or an attack. */
const mostRunning = 64
const pollMs = 200

export function createTasks(): TaskRegistry {
  const tasks = new Map<string, Task>()
  return {
    add: (task) => void tasks.set(task.id, task),
    get: (id) => tasks.get(id),
    list: () => [...tasks.values()],
    stopAll: async () => {
      await Promise.all([...tasks.values()].map((task) => task.stop()))
    },
  }
}

/** Throws ToolFailure where too many run already. */
export function requireRoom(tasks: TaskRegistry): void {
  const running = tasks.list().filter(({ status }) => status === 'running').length
  if (running < mostRunning) return
  throw new ToolFailure(`Not run: ${running} background tasks run already. Stop some with TaskStop first.`)
}

export function makeTaskId(): string {
  return `b${randomBytes(5).toString('hex')}`
}

/** A process as a background task. It counts as running as long as anything of its group lives, also after its shell. */
export function createTask(id: string, command: string, running: RunningProcess, startedAt: number): Task {
  let status: TaskStatus = 'running'
  let exitCode: number | undefined
  let signal: string | undefined
  const ended = running.ended.then(async (end) => {
    exitCode = end.exitCode
    signal = end.signal
    await groupGone(running)
    if (status === 'running') status = exitCode === 0 ? 'completed' : 'failed'
    running.spool.close()
  })
  return {
    id,
    command,
    outputFile: running.spool.path,
    get status() {
      return status
    },
    get exitCode() {
      return exitCode
    },
    get signal() {
      return signal
    },
    startedAt,
    ended,
    stop: async () => {
      if (status !== 'running') return
      status = 'stopped'
      await running.end()
      await ended
    },
  }
}

async function groupGone(running: RunningProcess): Promise<void> {
  while (running.members() > 0) {
    await new Promise<void>((resolve) => {
      // a task that nobody waits for must not keep the program
      setTimeout(resolve, pollMs).unref()
    })
  }
}
