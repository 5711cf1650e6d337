import type { Line } from './read-lines.js'
import { unrecognised } from './unrecognised.js'

// as they look when they are read as UTF-8: each second byte of Latin text is a zero
const utf16 = /^(?:\ufffd\ufffd)?(?:\0[^\0]|[^\0]\0)/
const binary = /[\0-\x08\x0e-\x1f\x7f]/

/** Throws where the first line is not text, or text in another encoding: what it begins with says so more clearly than JSON does. */
export function refuseOtherEncodings({ text, number }: Line, name: string): void {
  const start = text.slice(0, 4000)
  if (utf16.test(start))
    throw unrecognised(name, number, 'it is UTF-16. Convert it: iconv -f UTF-16 -t UTF-8.')
  if (binary.test(start)) throw unrecognised(name, number, 'it is binary, not text.')
}
