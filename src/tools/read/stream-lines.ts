import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

export interface StreamedLines {
  readonly lines: readonly string[]
  /** Lines of the whole file. */
  readonly total: number
  readonly hash: string
  readonly binary: boolean
}

// of a line nobody sees more than its beginning
const keptOfLine = 10_000

/** Reads a stream to its end, keeps the lines that were asked for, and hashes everything. Memory stays flat. */
export async function streamLines(
  stream: Readable,
  {
    first,
    count,
    mostChars,
    signal,
  }: {
    readonly first: number
    readonly count: number
    /** Lines beyond so many characters are counted and not kept. */
    readonly mostChars: number
    readonly signal: AbortSignal
  },
): Promise<StreamedLines> {
  const hash = createHash('sha256')
  const decoder = new StringDecoder('utf8')
  const lines: string[] = []
  let kept = 0
  let number = 1
  let current = ''
  let any = false
  let binary = false
  const end = () => {
    if (number >= first && lines.length < count && kept < mostChars) {
      lines.push(current)
      // its line break too: a million empty lines are a lot
      kept += current.length + 1
    }
    current = ''
    any = false
    number++
  }
  try {
    for await (const chunk of stream) {
      signal.throwIfAborted()
      const bytes = chunk as Buffer
      hash.update(bytes)
      binary ||= bytes.includes(0)
      const [head = '', ...rest] = decoder.write(bytes).split('\n')
      current = (current + head).slice(0, keptOfLine)
      any ||= head !== ''
      for (const piece of rest) {
        end()
        current = piece.slice(0, keptOfLine)
        any = piece !== ''
      }
    }
  } finally {
    stream.destroy()
  }
  if (any) end()
  return { lines, total: number - 1, hash: hash.digest('base64'), binary }
}
