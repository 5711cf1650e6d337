import { isRecord } from '../base/json.js'
import { isNestedTooDeep, shownJson } from '../base/json-depth.js'
import type { ContentBlock, ToolResultContent } from '../tool/content.js'
import { mapAnything } from '../tool/define-tool.js'
import { checkedImage } from './check-image.js'

/** A tool is somebody else's code: whatever `mapResult` answered becomes content that the API accepts. */
export function normaliseContent(mapped: unknown): ToolResultContent {
  if (!isRecord(mapped) || !('content' in mapped)) return mapAnything(mapped)
  const { content, isError, saved } = mapped
  const rest = {
    ...(isError === true && { isError: true }),
    ...(isSaved(saved) && { saved }),
  }
  if (typeof content === 'string') return { content: content === '' ? '(no output)' : content, ...rest }
  if (!Array.isArray(content)) return { ...mapAnything(content), ...rest }
  const blocks = content.map(normaliseBlock)
  return { content: blocks.length === 0 ? '(no output)' : blocks, ...rest }
}

function isSaved(value: unknown): value is { path: string; bytes: number } {
  return isRecord(value) && typeof value.path === 'string' && typeof value.bytes === 'number'
}

// the kinds that a tool_result may hold; anything else would make the request be refused
const legalKinds = new Set(['text', 'image', 'document', 'search_result'])

function normaliseBlock(block: unknown): ContentBlock {
  if (!isRecord(block) || typeof block.type !== 'string' || !legalKinds.has(block.type)) {
    return { type: 'text', text: JSON.stringify(block) ?? String(block) }
  }
  if (block.type === 'text')
    return { type: 'text', text: typeof block.text === 'string' ? block.text : JSON.stringify(block) }
  if (isNestedTooDeep(block)) return { type: 'text', text: shownJson(block) }
  return block.type === 'image' ? checkedImage(block) : (block as ContentBlock)
}
