import { decodePart, type OutputSpool } from './output-spool.js'
import { terminalText } from './terminal-text.js'

export interface SpooledText {
  /** For the model: whole, or beginning and end with a note between. */
  readonly text: string
  /** Something was left out. */
  readonly cut: boolean
  /** Of the raw output. */
  readonly bytes: number
}

/** Text of a spool in at most about `limit` characters. Reads no more of the file than it shows, however large that is. */
export function spooledText(spool: OutputSpool, limit: number, share: number): SpooledText {
  const bytes = spool.size()
  const most = limit * 4
  if (bytes <= most) {
    const text = terminalText(decodePart(spool.readBytes(0, bytes), { cutBefore: false, cutAfter: false }))
    if (text.length <= limit) return { text, cut: false, bytes }
  }
  const shown = Math.floor(limit / 3)
  const headChars = Math.floor(shown * share)
  const tailChars = shown - headChars
  const head = terminalText(
    decodePart(spool.readBytes(0, Math.min(bytes, headChars * 4)), { cutBefore: false, cutAfter: true }),
  )
  const from = Math.max(0, bytes - tailChars * 4)
  const tail = terminalText(
    decodePart(spool.readBytes(from, bytes - from), { cutBefore: true, cutAfter: false }),
  )
  const [first, last] = [
    whole(head.slice(0, headChars)),
    whole(tailChars === 0 ? '' : tail.slice(-tailChars)),
  ]
  const left = Math.max(0, bytes - Buffer.byteLength(first) - Buffer.byteLength(last))
  return { text: `${first}\n[… ${left} of ${bytes} bytes left out here …]\n${last}`, cut: true, bytes }
}

/** Without the halves of characters at its ends. */
function whole(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
}
