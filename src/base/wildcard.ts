/** A text in which `*` stands for any run of characters, blanks and line breaks included. */
export interface Wildcard {
  /** The literal pieces between the stars; one piece: no star at all. */
  readonly pieces: readonly string[]
}

export function parseWildcard(text: string): Wildcard {
  return { pieces: text.replace(/\*+/g, '*').split('*') }
}

/** Whole-text match. Each piece is looked for once, from left to right: nothing backtracks, whatever the pattern. */
export function matchesWildcard({ pieces }: Wildcard, text: string): boolean {
  const first = pieces[0]!
  if (pieces.length === 1) return text === first
  const last = pieces[pieces.length - 1]!
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false
  const end = text.length - last.length
  let position = first.length
  for (let i = 1; i < pieces.length - 1; i++) {
    const found = text.indexOf(pieces[i]!, position)
    if (found < 0 || found + pieces[i]!.length > end) return false
    position = found + pieces[i]!.length
  }
  return true
}
