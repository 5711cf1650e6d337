import { isRecord } from '../base/json.js'
import type { AssistantMessage } from '../tool/content.js'
import type { StreamItem } from './read-stream.js'

/** A whole message, told as a stream would tell it: all places first, so that the order holds. */
export function* readWhole({ content }: AssistantMessage): Generator<StreamItem> {
  const blocks: readonly unknown[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : []
  for (const [index, block] of blocks.entries()) {
    if (isRecord(block) && block.type === 'tool_use') {
      yield { type: 'begun', index, id: block.id, name: block.name }
    } else yield { type: 'other', index, block }
  }
  for (const [index, block] of blocks.entries()) {
    if (isRecord(block) && block.type === 'tool_use') yield { type: 'input', index, input: block.input }
  }
}
