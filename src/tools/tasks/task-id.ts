import * as z from 'zod'
import { ToolFailure } from '../../errors/tool-failure.js'
import type { Task, TaskRegistry } from '../../tool/session.js'

/** The names that older versions of these tools had for the same field. */
export const taskIds = {
  bash_id: z.string().optional().describe('An older name of task_id.'),
  shell_id: z.string().optional().describe('An older name of task_id.'),
}

interface TaskIds {
  readonly task_id?: string | undefined
  readonly bash_id?: string | undefined
  readonly shell_id?: string | undefined
}

/** Throws ToolFailure where none of the names is given. */
export function taskIdOf({ task_id, bash_id, shell_id }: TaskIds): string {
  const id = task_id ?? bash_id ?? shell_id
  if (id === undefined) throw new ToolFailure('task_id is missing: give the id that Bash answered.')
  return id
}

/** Throws ToolFailure that names the tasks there are. */
export function findTask(id: string, tasks: TaskRegistry): Task {
  const task = tasks.get(id)
  if (task) return task
  const known = tasks.list().map((each) => each.id)
  const hint =
    known.length > 0 ? `Tasks of this session: ${known.join(', ')}.` : 'No task was started in this session.'
  throw new ToolFailure(`There is no task ${JSON.stringify(id.slice(0, 80))}. ${hint}`)
}
