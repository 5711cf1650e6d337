import { lineEndingOf, withLineEnding } from '../../files/text-encoding.js'

export interface Replacement {
  readonly oldString: string
  readonly newString: string
  readonly replaceAll: boolean
}

export type Replaced =
  | { readonly kind: 'done'; readonly text: string; readonly count: number; readonly at: number }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'notUnique'; readonly count: number }

/**
 * Exact replacement. What a model writes has `\n`; a file with other line endings is matched in its own, and what is put in
 * takes the file's. An exact match wins over that.
 */
export function replaceText(text: string, { oldString, newString, replaceAll }: Replacement): Replaced {
  const ending = lineEndingOf(text)
  const candidates = text.includes(oldString)
    ? { from: oldString, to: ending === '\r\n' ? withLineEnding(newString, ending) : newString }
    : { from: withLineEnding(oldString, ending), to: withLineEnding(newString, ending) }
  const at = text.indexOf(candidates.from)
  if (at < 0) return { kind: 'notFound' }
  const count = text.split(candidates.from).length - 1
  if (count > 1 && !replaceAll) return { kind: 'notUnique', count }
  // split and join: `$&` in a replacement is plain text
  return { kind: 'done', text: text.split(candidates.from).join(candidates.to), count, at }
}
