import { isRecord } from '../base/json.js'
import type { AssistantMessage } from '../tool/content.js'
import type { ClassifiedValue } from './classified.js'
import { classifyOpenAi } from './classify-openai.js'
import { classifyTranscript } from './classify-transcript.js'
import { errorIn } from './openai-stream.js'

type Value = Readonly<Record<string, unknown>>

export function classifyValue(value: Value): ClassifiedValue {
  const error = errorIn(value)
  if (error !== undefined) return { kind: 'error', error }
  return classifyOpenAi(value) ?? classifyTranscript(value) ?? classifyAnthropic(value)
}

const eventType = /^(?:message_(?:start|delta|stop)|content_block_(?:start|delta|stop)|ping)$/

function classifyAnthropic({ role, content, type }: Value): ClassifiedValue {
  const hasContent = typeof content === 'string' || Array.isArray(content)
  if (role === 'assistant' && hasContent) {
    return { kind: 'assistant', dialect: 'anthropic', blocks: Array.isArray(content) ? content : [] }
  }
  if ((role === 'user' || role === 'system') && hasContent) return { kind: 'other' }
  if (role !== undefined || typeof type !== 'string' || type === 'message') return { kind: 'nothing' }
  return eventType.test(type) ? { kind: 'event', dialect: 'anthropic' } : { kind: 'unknown', type }
}

/** A message of these blocks, if there is a call among them. */
export function messageToRun(blocks: readonly unknown[]): AssistantMessage | undefined {
  const calls = blocks.some((block) => isRecord(block) && block.type === 'tool_use')
  return calls ? { role: 'assistant', content: blocks as never } : undefined
}
