import type { Uncertainty } from './analysis.js'

const MAX_LENGTH = 64 * 1024
const MAX_DEPTH = 200
const MAX_HEREDOCS_A_LINE = 64

/** Text that is never shown to the parser: it would take too long, or people would not see what bash sees. */
export function findUnreadable(text: string): Uncertainty | undefined {
  if (text.length > MAX_LENGTH) return at(text, 0, 'the command is longer than 64 kB')
  const control = /[\0-\x08\x0b-\x1f\x7f]/.exec(text)
  if (control) return at(text, control.index, 'it contains a control character')
  if (/\p{Cs}/u.test(text)) return at(text, 0, 'it contains half of a surrogate pair')
  if (nestingDepth(text) > MAX_DEPTH) return at(text, 0, `it is nested more than ${MAX_DEPTH} deep`)
  if (heredocsOnOneLine(text) > MAX_HEREDOCS_A_LINE)
    return at(text, 0, 'it has too many here-documents on a line')
  return undefined
}

const ASCII_ONLY = /^[\t\n\x20-\x7e]*$/
const EMOJI_JOINERS = /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)[\u200d\ufe0f]/gu
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\p{Cc}\p{Default_Ignorable_Code_Point}]/u
const STRANGE_BLANK = /(?!\x20)\p{Zs}/u
const STRANGE_DASH = /(?<![^\s'"])(?!-)[\p{Pd}\u2212]/u

/**
 * Characters that people do not see, or take for another. Comments count too: a comment is no reason to hide
 * something, and where it ends is what such characters blur.
 */
export function findDeceptive(text: string): Uncertainty | undefined {
  if (ASCII_ONLY.test(text)) return undefined
  const shown = text.replace(/[\t\n]/g, ' ').replace(EMOJI_JOINERS, (joiner) => '.'.repeat(joiner.length))
  const invisible = INVISIBLE.exec(shown)
  if (invisible) return at(text, invisible.index, 'it contains invisible characters')
  const blank = STRANGE_BLANK.exec(shown)
  if (blank) return at(text, blank.index, 'it contains a blank that is none for bash')
  const dash = STRANGE_DASH.exec(shown)
  if (dash) return at(text, dash.index, 'a word begins with a dash that is none for bash')
  return undefined
}

function at(text: string, start: number, reason: string): Uncertainty {
  return { reason, text: text.slice(start, start + 200), start, end: Math.min(text.length, start + 200) }
}

function nestingDepth(text: string): number {
  let depth = 0
  let deepest = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x28 || code === 0x7b) deepest = Math.max(deepest, ++depth)
    else if ((code === 0x29 || code === 0x7d) && depth > 0) depth--
  }
  return deepest
}

function heredocsOnOneLine(text: string): number {
  if (!text.includes('<<')) return 0
  return Math.max(...text.split('\n').map((line) => line.split('<<').length - 1))
}
