import { isRecord } from '../base/json.js'
import type { AssistantMessage } from '../tool/content.js'
import { type CallBlock, callsOfChat, callsOfItems } from './openai.js'

/** Who wrote the message, and so how it is to be answered. */
export type Dialect = 'anthropic' | 'openai-chat' | 'openai-responses'

/**
 * What an object of the input is. `other`: of the user or the system, a summary, a result: nothing to run. `part`: a piece of a
 * message whose other pieces may follow; pieces with the same key belong together.
 */
export type ClassifiedValue =
  | { readonly kind: 'assistant'; readonly dialect: Dialect; readonly blocks: readonly unknown[] }
  | {
      readonly kind: 'part'
      readonly dialect: Dialect
      readonly key: string
      readonly blocks: readonly unknown[]
    }
  | { readonly kind: 'other' | 'event' | 'unknown' }

type Value = Readonly<Record<string, unknown>>

export function classifyValue(value: Value): ClassifiedValue {
  return ofOpenAi(value) ?? ofTranscript(value) ?? ofAnthropic(value)
}

function ofAnthropic({ role, content, type }: Value): ClassifiedValue {
  const hasContent = typeof content === 'string' || Array.isArray(content)
  if (role === 'assistant' && hasContent) {
    return { kind: 'assistant', dialect: 'anthropic', blocks: Array.isArray(content) ? content : [] }
  }
  if ((role === 'user' || role === 'system') && hasContent) return { kind: 'other' }
  // unknown types too: the API may add some at any time, and a reader must let them pass
  if (role === undefined && typeof type === 'string' && type !== 'message') return { kind: 'event' }
  return { kind: 'unknown' }
}

/** Items of the Responses API that hold no call. */
const otherItems = new Set(
  (
    'function_call_output reasoning web_search_call file_search_call computer_call computer_call_output image_generation_call ' +
    'code_interpreter_call local_shell_call local_shell_call_output mcp_call mcp_list_tools mcp_approval_request ' +
    'mcp_approval_response custom_tool_call custom_tool_call_output item_reference compaction'
  ).split(' '),
)

function ofOpenAi(value: Value): ClassifiedValue | undefined {
  const { role, type, object, tool_calls, choices, output } = value
  if (object === 'chat.completion' && Array.isArray(choices)) return whole('openai-chat', callsOfChat(value))
  if (object === 'response' && Array.isArray(output)) return whole('openai-responses', callsOfItems(value))
  if (role === 'assistant' && Array.isArray(tool_calls)) return whole('openai-chat', callsOfChat(value))
  // an assistant without calls has no content, or a text
  if (role === 'assistant' && value.content === null) return { kind: 'other' }
  if (role === 'tool' || role === 'developer') return { kind: 'other' }
  if (type === 'function_call' && 'call_id' in value) {
    return { kind: 'part', dialect: 'openai-responses', key: '', blocks: callsOfItems([value]) }
  }
  if (typeof type === 'string' && otherItems.has(type)) return { kind: 'other' }
  return type === 'message' && role !== undefined && isOutputText(value.content)
    ? { kind: 'other' }
    : undefined
}

function whole(dialect: Dialect, blocks: readonly CallBlock[]): ClassifiedValue {
  return { kind: 'assistant', dialect, blocks }
}

function isOutputText(content: unknown): boolean {
  return (
    Array.isArray(content) &&
    content.some((part) => isRecord(part) && /^(output|input)_text$|^refusal$/.test(String(part.type)))
  )
}

/** Lines of a coding agent's session. A message stands on several of them, a block on each, with the same message id. */
function ofTranscript({
  type,
  message,
  uuid,
  sessionId,
  leafUuid,
  snapshot,
}: Value): ClassifiedValue | undefined {
  if (isRecord(message) && type === 'assistant' && message.role === 'assistant') {
    const blocks = Array.isArray(message.content) ? message.content : []
    const key = typeof message.id === 'string' ? message.id : String(uuid)
    return { kind: 'part', dialect: 'anthropic', key, blocks }
  }
  if (isRecord(message) && type === 'user') return { kind: 'other' }
  // summaries, snapshots, queue operations: lines that say which session they belong to, or which message
  const isLine = [uuid, sessionId, leafUuid].some((id) => typeof id === 'string') || snapshot !== undefined
  return isLine && typeof type === 'string' ? { kind: 'other' } : undefined
}

/** A message of these blocks, if there is a call among them. */
export function messageToRun(blocks: readonly unknown[]): AssistantMessage | undefined {
  const calls = blocks.some((block) => isRecord(block) && block.type === 'tool_use')
  return calls ? { role: 'assistant', content: blocks as AssistantMessage['content'] } : undefined
}
