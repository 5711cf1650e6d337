import { isRecord } from '../base/json.js'
import type { AssistantMessage } from '../tool/content.js'

/** What an object of the input is. `otherMessage`: of the user or the system, which hold nothing to run. */
export type ValueKind = 'assistant' | 'otherMessage' | 'event' | 'unknown'

export function classifyValue(value: Readonly<Record<string, unknown>>): ValueKind {
  const { role, content, type } = value
  const hasContent = typeof content === 'string' || Array.isArray(content)
  if (role === 'assistant' && hasContent) return 'assistant'
  if ((role === 'user' || role === 'system') && hasContent) return 'otherMessage'
  // unknown types too: the API may add some at any time, and a reader must let them pass
  if (role === undefined && typeof type === 'string' && type !== 'message') return 'event'
  return 'unknown'
}

/** The assistant's message if there is a call in it. */
export function messageToRun(value: Readonly<Record<string, unknown>>): AssistantMessage | undefined {
  const { content } = value
  const calls =
    Array.isArray(content) && content.some((block) => isRecord(block) && block.type === 'tool_use')
  return calls ? { role: 'assistant', content } : undefined
}
