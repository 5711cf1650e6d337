import { extname } from 'node:path'
import type { DecodedText } from '../../files/text-encoding.js'
import type { ImageBlock } from '../../tool/content.js'

export type Shown =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly block: ImageBlock }

/** Larger ones are refused by the API. */
const mostImageBytes = 3_750_000

const imageBeginnings: readonly (readonly [mediaType: string, test: (bytes: Buffer) => boolean])[] = [
  [
    'image/png',
    (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  ],
  ['image/jpeg', (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff],
  ['image/gif', (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))],
  [
    'image/webp',
    (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  ],
]

/** An image by what it holds, whatever its name says. */
export function imageOf(bytes: Buffer): Shown | undefined {
  const found = imageBeginnings.find(([, test]) => test(bytes))
  if (!found) return undefined
  const [media_type] = found
  if (bytes.length > mostImageBytes) {
    return {
      kind: 'text',
      text: `(not shown: this ${media_type} image has ${bytes.length} bytes, and ${mostImageBytes} is the most. Make it smaller first.)`,
    }
  }
  return {
    kind: 'image',
    block: { type: 'image', source: { type: 'base64', media_type, data: bytes.toString('base64') } },
  }
}

/** What cannot be shown as text, in words; `undefined` where it can. */
export function unshowable(
  path: string,
  bytes: Buffer,
  decoded: DecodedText | undefined,
): { readonly text: string; readonly isError: boolean } | undefined {
  const beginning = bytes.toString('latin1', 0, 16)
  if (beginning.startsWith('%PDF-')) {
    return {
      isError: true,
      text: `${path} is a PDF, which this version cannot show. Turn the pages you need into text first, for example: pdftotext -f 1 -l 10.`,
    }
  }
  if (/^....ftyp(hei|mif1|msf1|avif)/s.test(beginning)) {
    return {
      isError: false,
      text: `(not shown: ${path} is an image in a format that cannot be shown. Convert it to PNG or JPEG first.)`,
    }
  }
  if (decoded === undefined) {
    return {
      isError: true,
      text: `${path} is binary (${bytes.length} bytes): there is no text to show. Look at it with a program for its format, for example: file, xxd | head.`,
    }
  }
  const looksLikeImage = /^\.(png|jpe?g|gif|webp|heic|bmp|ico)$/i.test(extname(path))
  if (!looksLikeImage) return undefined
  const html = /^\s*<(!doctype html|html)/i.test(decoded.text)
  return {
    isError: false,
    text: `(${path} is no image in spite of its name: it holds ${html ? 'HTML' : 'other'} text, which begins:)\n${decoded.text.slice(0, 1000)}`,
  }
}
