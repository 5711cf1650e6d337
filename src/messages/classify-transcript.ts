import { isRecord } from '../base/json.js'
import type { ClassifiedValue } from './classified.js'

type Value = Readonly<Record<string, unknown>>

/** Lines of a coding agent's session. A message stands on several of them, a block on each, with the same message id. */
export function classifyTranscript(value: Value): ClassifiedValue | undefined {
  const { type, message, uuid } = value
  if (isRecord(message) && (type === 'assistant' || type === 'user')) {
    // what a sub-agent did, who has a conversation of its own
    if (value.isSidechain === true || typeof value.parent_tool_use_id === 'string')
      return { kind: 'aside', skipped: 'sidechain' }
    if (type === 'assistant' && message.role === 'assistant') {
      const blocks = Array.isArray(message.content) ? message.content : []
      const key = typeof message.id === 'string' ? message.id : String(uuid)
      return { kind: 'part', dialect: 'anthropic', key, blocks }
    }
    // results are written as they come, before the last call of their message
    return { kind: value.isMeta === true || holdsResultsOnly(message.content) ? 'aside' : 'other' }
  }
  return typeof type === 'string' && isLine(value) ? { kind: 'aside' } : undefined
}

function holdsResultsOnly(content: unknown): boolean {
  return (
    Array.isArray(content) &&
    content.length > 0 &&
    content.every((block) => isRecord(block) && block.type === 'tool_result')
  )
}

/** Summaries, snapshots, queue operations: lines that say which session they belong to, or which message. */
function isLine({ uuid, sessionId, session_id, leafUuid, snapshot }: Value): boolean {
  return (
    [uuid, sessionId, session_id, leafUuid].some((id) => typeof id === 'string') || snapshot !== undefined
  )
}
