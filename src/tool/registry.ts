import { closestNames } from '../base/closest.js'
import { isRecord } from '../base/json.js'
import { CallgateError } from '../errors/callgate-error.js'
import { adaptTool } from './adapt-tool.js'
import type { AnyTool } from './tool.js'

/** A name that led to a tool; `alias` where it was not the tool's own. */
export interface FoundTool {
  readonly tool: AnyTool
  readonly alias: { readonly name: string; readonly deprecated: boolean } | undefined
}

export interface ToolRegistry {
  readonly tools: readonly AnyTool[]
  find(name: string): FoundTool | undefined
  /** The nearest known names, for a name that led nowhere. */
  closest(name: string): readonly string[]
}

/** Throws TOOL_INVALID and TOOL_DUPLICATE. A Map, so that `constructor` and `__proto__` are names like any other. */
export function createRegistry(given: readonly unknown[] | Readonly<Record<string, unknown>>): ToolRegistry {
  const tools = Array.isArray(given) ? given.flatMap(fromList) : fromRecord(given)
  const byName = new Map<string, FoundTool>()
  const add = (name: string, found: FoundTool) => {
    if (byName.has(name)) throw new CallgateError('TOOL_DUPLICATE', { name })
    byName.set(name, found)
  }
  for (const tool of tools) add(tool.name, { tool, alias: undefined })
  for (const tool of tools) for (const alias of tool.aliases) add(alias.name, { tool, alias })
  return {
    tools,
    find: (name) => byName.get(name),
    closest: (name) =>
      closestNames(
        name,
        tools.map((tool) => tool.name),
      ),
  }
}

/** A list holds tools, or records of them. */
function fromList(entry: unknown, index: number): AnyTool[] {
  if (isRecord(entry) && typeof entry.name !== 'string') return fromRecord(entry)
  const name = isRecord(entry) && typeof entry.name === 'string' ? entry.name : `number ${index + 1}`
  return [adaptTool(name, entry)]
}

function fromRecord(record: Readonly<Record<string, unknown>> | readonly unknown[]): AnyTool[] {
  return Object.entries(record).map(([name, tool]) => adaptTool(name, tool))
}
