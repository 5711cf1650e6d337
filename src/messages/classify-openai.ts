import { isRecord } from '../base/json.js'
import type { ClassifiedValue, Dialect } from './classified.js'
import { type CallBlock, callsOfChat, callsOfItems, chatFault, itemsFault, itemsOf } from './openai.js'
import { doneMark, isChatChunk, isResponseEvent } from './openai-stream.js'

type Value = Readonly<Record<string, unknown>>

/** Items of the Responses API that ask for nothing: the server has run them, or they hold the result. */
const silentItems = new Set(
  (
    'function_call_output custom_tool_call_output computer_call_output local_shell_call_output shell_call_output ' +
    'apply_patch_call_output tool_search_output mcp_approval_response reasoning compaction item_reference web_search_call ' +
    'file_search_call image_generation_call code_interpreter_call mcp_call mcp_list_tools tool_search_call'
  ).split(' '),
)

/** Items that want an answer which a tool of the gate cannot give. */
const foreignItems = new Set(
  'computer_call local_shell_call shell_call apply_patch_call mcp_approval_request'.split(' '),
)

export function classifyOpenAi(value: Value): ClassifiedValue | undefined {
  if (value === doneMark) return { kind: 'done' }
  if (isChatChunk(value)) return { kind: 'event', dialect: 'openai-chat' }
  if (isResponseEvent(value)) return { kind: 'event', dialect: 'openai-responses' }
  return classifyChat(value) ?? classifyItems(value)
}

function classifyChat(value: Value): ClassifiedValue | undefined {
  const { role, content, tool_calls, choices, object } = value
  const isCompletion = object === 'chat.completion' || (role === undefined && Array.isArray(choices))
  if (isCompletion || role === 'assistant') {
    const fault = chatFault(value)
    if (fault !== undefined) return { kind: 'faulty', problem: fault }
  }
  if (isCompletion || (role === 'assistant' && Array.isArray(tool_calls) && !holdsToolUse(content)))
    return whole('openai-chat', callsOfChat(value))
  // an assistant without calls has no content, or a text
  if (role === 'assistant' && (content === null || (content === undefined && 'refusal' in value)))
    return whole('openai-chat', [])
  return role === 'tool' || role === 'developer' || role === 'function' ? { kind: 'other' } : undefined
}

/** Some servers give both: Anthropic's blocks, and an empty list of the other kind. */
function holdsToolUse(content: unknown): boolean {
  return Array.isArray(content) && content.some((block) => isRecord(block) && block.type === 'tool_use')
}

function classifyItems(value: Value): ClassifiedValue | undefined {
  const { type, role, object, output } = value
  if (object === 'response' && Array.isArray(output)) {
    const fault = itemsFault(value)
    if (fault !== undefined) return { kind: 'faulty', problem: fault }
    return { ...whole('openai-responses', callsOfItems(value)), items: itemsOf(value) }
  }
  if (type === 'function_call' || type === 'custom_tool_call') {
    const fault = itemsFault([value])
    if (fault !== undefined) return { kind: 'faulty', problem: fault }
    return {
      kind: 'part',
      dialect: 'openai-responses',
      key: '',
      blocks: callsOfItems([value]),
      items: [value],
    }
  }
  if (typeof type === 'string' && foreignItems.has(type)) return { kind: 'aside', skipped: `item ${type}` }
  if (typeof type === 'string' && silentItems.has(type)) return { kind: 'other' }
  if (type !== 'message' || role === undefined || !isItemText(value.content)) return undefined
  return role === 'assistant' ? whole('openai-responses', []) : { kind: 'other' }
}

/** The items of a whole response that want an answer which a tool of the gate cannot give. */
export function foreignItemsOf(items: readonly unknown[] = []): string[] {
  return items.filter(isRecord).flatMap(({ type }) => (foreignItems.has(String(type)) ? [String(type)] : []))
}

function whole(dialect: Dialect, blocks: readonly CallBlock[]): ClassifiedValue & { kind: 'assistant' } {
  return { kind: 'assistant', dialect, blocks }
}

function isItemText(content: unknown): boolean {
  return (
    Array.isArray(content) &&
    content.some((part) => isRecord(part) && /^(output|input)_text$|^refusal$/.test(String(part.type)))
  )
}
