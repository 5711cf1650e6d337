import { isRecord } from '../base/json.js'
import type { ContentBlock } from '../tool/content.js'

// first bytes in base64: a request whose image is none is refused, and with it the whole conversation
const beginnings: readonly (readonly [mediaType: string, base64: RegExp])[] = [
  ['image/png', /^iVBORw0KGgo/],
  ['image/jpeg', /^\/9j\//],
  ['image/gif', /^R0lGOD/],
  ['image/webp', /^UklGR.{6,8}V0VCU/],
]

/** The block as it is where its data is the image it claims to be; with the right name where it is another; else a text. */
export function checkedImage(block: Record<string, unknown>): ContentBlock {
  const { source } = block
  if (!isRecord(source)) return { type: 'text', text: '(an image without data)' }
  if (source.type !== 'base64') return block as ContentBlock
  const data = typeof source.data === 'string' ? source.data : ''
  const found = beginnings.find(([, base64]) => base64.test(data))
  if (found === undefined) {
    return {
      type: 'text',
      text: `(not shown: the data is no PNG, JPEG, GIF or WebP image; it was called ${source.media_type})`,
    }
  }
  return { type: 'image', source: { type: 'base64', media_type: found[0], data } }
}
