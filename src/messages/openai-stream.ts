import { isRecord } from '../base/json.js'
import type { CallBlock } from './openai.js'

/**
 * Chunks of a chat completion, or events of a response, as events of the gate: a call is handed on as soon as it is complete,
 * so that it starts before the stream ends.
 */
export async function* eventsOfStream(stream: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  const calls = new Map<number, { index: number; text: string }>()
  let next = 0
  const begin = function* (key: number, id: unknown, name: unknown) {
    calls.set(key, { index: next, text: '' })
    yield {
      type: 'content_block_start',
      index: next++,
      content_block: { type: 'tool_use', id, name, input: {} },
    }
  }
  const end = function* (key: number) {
    const call = calls.get(key)
    if (!call) return
    calls.delete(key)
    if (call.text !== '') {
      const delta = { type: 'input_json_delta', partial_json: call.text }
      yield { type: 'content_block_delta', index: call.index, delta }
    }
    yield { type: 'content_block_stop', index: call.index }
  }
  yield { type: 'message_start', message: { role: 'assistant', content: [] } }
  let finished = false
  for await (const value of stream) {
    if (!isRecord(value)) continue
    if (typeof value.type === 'string' && value.type.startsWith('response.')) {
      const block = blockOf(value)
      if (block) {
        const key = next
        yield* begin(key, block.id, block.name)
        calls.get(key)!.text = typeof block.input === 'string' ? block.input : JSON.stringify(block.input)
        yield* end(key)
      }
      finished ||= value.type === 'response.completed' || value.type === 'response.incomplete'
      continue
    }
    const [choice] = Array.isArray(value.choices) ? (value.choices as unknown[]) : []
    if (!isRecord(choice)) continue
    for (const delta of deltasOf(choice)) {
      const key = Number(delta.index ?? 0)
      const called = isRecord(delta.function) ? delta.function : {}
      if (!calls.has(key)) {
        // calls come one after the other: a new one ends those before
        for (const open of [...calls.keys()]) yield* end(open)
        yield* begin(key, delta.id, called.name)
      }
      if (typeof called.arguments === 'string') calls.get(key)!.text += called.arguments
    }
    finished ||= typeof choice.finish_reason === 'string'
  }
  if (!finished) return
  for (const open of [...calls.keys()]) yield* end(open)
  yield { type: 'message_stop' }
}

function deltasOf({ delta }: Record<string, unknown>): Record<string, unknown>[] {
  return isRecord(delta) && Array.isArray(delta.tool_calls) ? delta.tool_calls.filter(isRecord) : []
}

/** An item is complete with this event; what came of it before is not needed. */
function blockOf({ type, item }: Record<string, unknown>): CallBlock | undefined {
  if (type !== 'response.output_item.done' || !isRecord(item) || item.type !== 'function_call')
    return undefined
  return { type: 'tool_use', id: item.call_id, name: item.name, input: item.arguments || '{}' }
}
