import type { SavedResult } from '../tool/content.js'

const headChars = 2_000
const tailChars = 1_000

/** Beginning and end of a text that is too long, with true numbers and the way to the rest. */
export function previewOf(
  text: string,
  limit: number,
  kept: SavedResult | { readonly problem: string },
): string {
  const note =
    'path' in kept
      ? `The whole result (${kept.bytes} bytes) is saved at ${kept.path}: read it in parts, or search it.`
      : `The whole result could not be saved (${kept.problem}): what is left out here is lost. Ask for less at a time.`
  const head = cutEnd(text, Math.min(headChars, Math.ceil((limit * 2) / 3)))
  const tail = cutStart(text, Math.min(tailChars, Math.floor(limit / 3)))
  const left = text.length - head.length - tail.length
  return [
    `This result is too long to be shown: ${text.length} characters, of which ${head.length + tail.length} are shown. ${note}`,
    '--- beginning ---',
    head,
    `--- ${left} characters left out ---`,
    tail,
    '--- end ---',
  ].join('\n')
}

/** Cuts between characters, not inside a surrogate pair. */
function cutEnd(text: string, length: number): string {
  const cut = text.slice(0, length)
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}

function cutStart(text: string, length: number): string {
  const cut = length === 0 ? '' : text.slice(-length)
  return /^[\uDC00-\uDFFF]/.test(cut) ? cut.slice(1) : cut
}
