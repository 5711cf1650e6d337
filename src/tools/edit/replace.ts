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
 * Exact replacement. What a model writes has `\n`; a file with other line endings is matched in its own, or else in the other
 * one, which a part of it may have; what is put in takes those of what it replaces. An exact match wins over that.
 */
export function replaceText(text: string, { oldString, newString, replaceAll }: Replacement): Replaced {
  const own = lineEndingOf(text)
  const exact = placesOf(text, oldString)
  const ending = exact.length > 0 ? own : endingThatFits(text, oldString, own)
  const from = exact.length > 0 ? oldString : withLineEnding(oldString, ending)
  const to = exact.length > 0 && ending === '\n' ? newString : withLineEnding(newString, ending)
  const places = exact.length > 0 ? exact : placesOf(text, from)
  const [at] = places
  if (at === undefined) return { kind: 'notFound' }
  if (places.length > 1 && !replaceAll) return { kind: 'notUnique', count: places.length }
  const pieces: string[] = []
  let done = 0
  for (const place of places) {
    pieces.push(text.slice(done, place), to)
    done = place + from.length
  }
  return { kind: 'done', text: pieces.join('') + text.slice(done), count: places.length, at }
}

function endingThatFits(text: string, part: string, own: '\n' | '\r\n'): '\n' | '\r\n' {
  const other = own === '\n' ? '\r\n' : '\n'
  const fits = (ending: '\n' | '\r\n') => placesOf(text, withLineEnding(part, ending)).length > 0
  return !fits(own) && fits(other) ? other : own
}

/** Where it stands, none within another; a `\n` that is the second half of a line break is no beginning. */
function placesOf(text: string, part: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(part); at >= 0; ) {
    const halves = part.startsWith('\n') && text[at - 1] === '\r'
    if (!halves) places.push(at)
    at = text.indexOf(part, halves ? at + 1 : at + part.length)
  }
  return places
}
