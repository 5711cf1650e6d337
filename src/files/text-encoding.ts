/** How a file's bytes stand for its text. `bytes`: no UTF-8; each byte is one character, so that nothing else changes in an edit. */
export type TextEncoding = 'utf8' | 'utf8-bom' | 'utf16le' | 'utf16be' | 'bytes'

export interface DecodedText {
  readonly text: string
  readonly encoding: TextEncoding
}

/** The text of a file; `undefined` where it is binary, or half a character of UTF-16 stands at its end. */
export function decodeText(bytes: Buffer): DecodedText | undefined {
  if (isUtf16(bytes) && bytes.length % 2 === 1) return undefined
  if (bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: bytes.toString('utf16le', 2), encoding: 'utf16le' }
  if (bytes.length >= 2 && bytes[0] === 0xfe && bytes[1] === 0xff)
    return { text: swapped(bytes.subarray(2)).toString('utf16le'), encoding: 'utf16be' }
  if (bytes.subarray(0, 8192).includes(0)) return undefined
  const bom = bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      bom ? bytes.subarray(3) : bytes,
    )
    return { text, encoding: bom ? 'utf8-bom' : 'utf8' }
  } catch {
    return { text: bytes.toString('latin1'), encoding: 'bytes' }
  }
}

/** The bytes of a text; `undefined` where the encoding has no place for a character of it. */
export function encodeText(text: string, encoding: TextEncoding): Buffer | undefined {
  switch (encoding) {
    case 'utf8':
      return Buffer.from(text, 'utf8')
    case 'utf8-bom':
      return Buffer.from(`\ufeff${text}`, 'utf8')
    case 'utf16le':
      return Buffer.from(`\ufeff${text}`, 'utf16le')
    case 'utf16be':
      return swapped(Buffer.from(`\ufeff${text}`, 'utf16le'))
    case 'bytes':
      return /[^\0-\xff]/.test(text) ? undefined : Buffer.from(text, 'latin1')
  }
}

function isUtf16([first, second]: Buffer): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
}

/** UTF-8 with a broken byte in it, seen as single bytes: what is put in must not be written as Latin-1. */
export function isBrokenUtf8({ text, encoding }: DecodedText): boolean {
  return encoding === 'bytes' && /[\xc2-\xf4][\x80-\xbf]/.test(text)
}

function swapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).swap16()
}

/** The line ending of a text; of a mixed one the more frequent. */
export function lineEndingOf(text: string): '\n' | '\r\n' {
  const all = text.split('\n').length - 1
  const windows = text.split('\r\n').length - 1
  return windows > all - windows ? '\r\n' : '\n'
}

export function withLineEnding(text: string, ending: '\n' | '\r\n'): string {
  const unix = text.replaceAll('\r\n', '\n')
  return ending === '\n' ? unix : unix.replaceAll('\n', '\r\n')
}
