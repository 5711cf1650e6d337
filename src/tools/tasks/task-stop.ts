import * as z from 'zod'
import { defineTool } from '../../tool/define-tool.js'
import type { AnyTool } from '../../tool/tool.js'
import { findTask, taskIdOf, taskIds } from './task-id.js'

const input = z.strictObject({
  task_id: z.string().optional().describe('The id that Bash answered.'),
  ...taskIds,
})

/** Ends a background task with everything it started. */
export function taskStopTool(): AnyTool {
  return defineTool({
    name: 'TaskStop',
    aliases: [
      { name: 'KillShell', deprecated: true },
      { name: 'KillBash', deprecated: true },
    ],
    description: 'Ends a background task and everything it started.',
    inputSchema: input,
    checkPermissions: () => ({ behavior: 'allow', reason: 'it ends a task of this session.' }),
    call: async (given, { session }) => {
      const task = findTask(taskIdOf(given), session.tasks)
      const before = task.status
      await task.stop()
      return { task_id: task.id, before, status: task.status }
    },
    mapResult: ({ task_id, before, status }) => ({
      content:
        before === 'running'
          ? `Task ${task_id} was stopped.`
          : `Task ${task_id} had ended already (${status}).`,
    }),
  })
}
