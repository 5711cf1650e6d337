import type { ReadExtent } from '../../tool/session.js'

const mostLines = 2000
const longestLine = 2000
/** Characters of a view. */
export const mostChars = 60_000

export interface Numbered {
  readonly text: string
  /** What was shown; `partial` where a line of it was cut. */
  readonly extent: ReadExtent
}

/** Lines with their numbers, as many as fit; the rest is told, with the offset to go on from. `lines` begins at `first`. */
export function numbered(
  lines: readonly string[],
  first: number,
  total: number,
  limit: number = mostLines,
): Numbered {
  if (first > total) {
    return {
      text: `The file has ${total} ${total === 1 ? 'line' : 'lines'} only; line ${first} is behind its end.`,
      extent: 'partial',
    }
  }
  const shown: string[] = []
  let chars = 0
  let cut = false
  for (const line of lines.slice(0, limit)) {
    const plain = line.endsWith('\r') ? line.slice(0, -1) : line
    const text =
      plain.length > longestLine
        ? `${wellCut(plain)}… [${plain.length - longestLine} more characters]`
        : plain
    cut ||= text !== plain
    chars += text.length + 8
    if (chars > mostChars && shown.length > 0) break
    shown.push(`${String(first + shown.length).padStart(6)}\t${text}`)
  }
  const last = first + shown.length - 1
  const note =
    last < total
      ? `\n\n[PARTIAL view: lines ${first} to ${last} of ${total}. Go on with offset ${last + 1}.]`
      : ''
  return { text: `${shown.join('\n')}${note}`, extent: cut ? 'partial' : { first, last, total } }
}

function wellCut(line: string): string {
  return line.slice(0, longestLine).replace(/[\uD800-\uDBFF]$/, '')
}
