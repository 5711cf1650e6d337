import { diskProblem } from '../files/disk-problem.js'
import type { ContentBlock, SavedResult, TextBlock, ToolResultContent } from '../tool/content.js'
import { cleanText } from './clean-text.js'
import { previewOf } from './preview.js'
import type { ResultStore } from './result-store.js'

export interface BoundedResult {
  readonly content: ToolResultContent['content']
  readonly saved: SavedResult | undefined
}

/** Text over `limit` characters is saved whole, and the model gets path, size, a preview and a note. Images stay as they are. */
export async function boundResult(
  { content, saved }: ToolResultContent,
  limit: number,
  id: string,
  store: ResultStore,
): Promise<BoundedResult> {
  const size = sizeOf(content)
  if (size <= limit) return { content: cleaned(content), saved }
  const whole =
    typeof content === 'string'
      ? content
      : textsOf(content)
          .map(({ text }) => text)
          .join('\n')
  const kept = saved ?? (await keep(store, id, whole))
  const preview = previewOf(cleanText(whole), limit, kept)
  if (typeof content === 'string') return { content: preview, saved: savedOnly(kept) }
  const others = content.filter((block) => !isText(block))
  return { content: [{ type: 'text', text: preview }, ...others], saved: savedOnly(kept) }
}

type Kept = SavedResult | { readonly problem: string }

/** A full disk loses the rest of the result, not the call. */
async function keep(store: ResultStore, id: string, text: string): Promise<Kept> {
  try {
    return await store.save(id, text)
  } catch (error) {
    return { problem: diskProblem(error) }
  }
}

function savedOnly(kept: Kept): SavedResult | undefined {
  return 'path' in kept ? kept : undefined
}

function isText(block: ContentBlock): block is TextBlock {
  return block.type === 'text'
}

function textsOf(content: readonly ContentBlock[]): readonly TextBlock[] {
  return content.filter(isText)
}

function sizeOf(content: ToolResultContent['content']): number {
  if (typeof content === 'string') return content.length
  return textsOf(content).reduce((sum, { text }) => sum + text.length, 0)
}

function cleaned(content: ToolResultContent['content']): ToolResultContent['content'] {
  if (typeof content === 'string') return cleanText(content)
  return content.map((block) => (isText(block) ? { ...block, text: cleanText(block.text) } : block))
}
