import { visibleText } from '../../base/visible-text.js'
import { toolUseError } from '../../errors/tool-use-error.js'
import type { RequestedCall, ResolvedCall, SettledCall } from '../call.js'
import type { CallContext } from '../context.js'

/** By name, then by alias. An unknown name ends the call at once: no hook, no prompt. */
export function lookUp(call: RequestedCall, { registry }: CallContext): ResolvedCall | SettledCall {
  const found = registry.find(call.name)
  if (found === undefined) {
    return {
      kind: 'invalid',
      call,
      problem: toolUseError(unknownTool(call.name, registry.closest(call.name))),
    }
  }
  const { tool, alias } = found
  const notices = alias?.deprecated
    ? [
        `The name "${alias.name}" is deprecated: this tool is called "${tool.name}". Use that name from now on.`,
      ]
    : []
  return { ...call, tool, notices }
}

function unknownTool(name: string, closest: readonly string[]): string {
  const shown = name.length > 100 ? `${name.slice(0, 100)}…` : name
  const hint =
    closest.length > 0
      ? `Did you mean ${closest.map((each) => `"${each}"`).join(' or ')}?`
      : 'Use only tools from the list you were given.'
  return `There is no tool named "${visibleText(shown)}". ${hint}`
}
