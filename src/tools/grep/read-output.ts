import { isRecord, tryParseJson } from '../../base/json.js'

/** A line to show, and the file it is from. */
export interface FoundLine {
  readonly file: string
  readonly text: string
}

/** Bytes shown of a long line: around the hit, since nobody reads a minified file from its beginning. */
const mostOfLine = 500

/** `name NUL`, or `name NUL count`: with the NUL behind it a colon in a name is no end. */
export function nameReader(show: (file: string) => string): (raw: string) => FoundLine[] {
  return (raw) => {
    // names alone are ended by NUL, without a line break
    const pieces = raw.split('\0')
    if (pieces.length === 2 && /^\d+$/.test(pieces[1]!))
      return [{ file: pieces[0]!, text: `${show(pieces[0]!)}:${pieces[1]}` }]
    return pieces.filter((name) => name !== '').map((file) => ({ file, text: show(file) }))
  }
}

/** ripgrep's JSON: it tells where in a line the hit is. */
export function contentReader(
  numbers: boolean,
  show: (file: string) => string,
): (raw: string) => FoundLine[] {
  let last: { file: string; line: number } | undefined
  return (raw) => {
    const message = tryParseJson(raw)
    if (message === undefined) return cutLine(raw, show)
    if (
      !isRecord(message) ||
      (message.type !== 'match' && message.type !== 'context') ||
      !isRecord(message.data)
    )
      return []
    const { path, lines, line_number: first, submatches } = message.data
    const file = textOf(path)
    const hit = Array.isArray(submatches) && isRecord(submatches[0]) ? Number(submatches[0].start) : 0
    const sign = message.type === 'match' ? ':' : '-'
    const start = Number(first)
    const apart =
      message.type === 'context' && last !== undefined && (last.file !== file || start > last.line + 1)
    const texts = textOf(lines)
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
    last = { file, line: start + texts.length - 1 }
    const shown = texts.map((text, i) => ({
      file,
      text: `${show(file)}${sign}${numbers ? `${start + i}${sign}` : ''}${around(text, i === 0 ? hit : 0)}`,
    }))
    return apart ? [{ file, text: '--' }, ...shown] : shown
  }
}

/** A line too long to be taken in whole: that there is a hit is still worth knowing. */
function cutLine(raw: string, show: (file: string) => string): FoundLine[] {
  const name = /^\{"type":"match","data":\{"path":\{"text":("(?:[^"\\]|\\.)*")/.exec(
    raw.slice(0, 20_000),
  )?.[1]
  const file = name === undefined ? undefined : tryParseJson(name)
  return typeof file === 'string' ? [{ file, text: `${show(file)}: [found in a line too long to show]` }] : []
}

function textOf(value: unknown): string {
  if (!isRecord(value)) return ''
  if (typeof value.text === 'string') return value.text
  return typeof value.bytes === 'string' ? Buffer.from(value.bytes, 'base64').toString('utf8') : ''
}

function around(line: string, hit: number): string {
  const bytes = Buffer.from(line)
  if (bytes.length <= mostOfLine) return line
  const from = Math.max(0, Math.min(hit - mostOfLine / 2, bytes.length - mostOfLine))
  const text = bytes.toString('utf8', from, from + mostOfLine).replace(/^\ufffd+|\ufffd+$/g, '')
  return `${from > 0 ? '…' : ''}${text}${from + mostOfLine < bytes.length ? '…' : ''} [of ${bytes.length} bytes]`
}
