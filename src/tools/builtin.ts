import type { AnyTool } from '../tool/tool.js'
import { bashTool } from './bash/tool.js'
import { editTool } from './edit/tool.js'
import { globTool } from './glob/tool.js'
import { grepTool } from './grep/tool.js'
import { readTool } from './read/tool.js'
import { taskOutputTool } from './tasks/task-output.js'
import { taskStopTool } from './tasks/task-stop.js'
import { writeTool } from './write/tool.js'

/** All of them, made anew: a gate keeps no state in another's tools. */
export function builtinTools(): AnyTool[] {
  return [
    bashTool(),
    taskOutputTool(),
    taskStopTool(),
    readTool(),
    writeTool(),
    editTool(),
    globTool(),
    grepTool(),
  ]
}
