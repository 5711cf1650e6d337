// two columns in terminals: CJK, Hangul, kana, full-width forms, and pictures
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u
const combining = /\p{Mn}|\p{Me}/u
const plain = /^[ -~]*$/

/** The columns that a visible text takes at most: terminals differ in what they join into one picture. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length
  let width = 0
  for (const character of text) width += widthOfCharacter(character)
  return width
}

function widthOfCharacter(character: string): number {
  if (character < '\u0300') return 1
  // makes a picture of the character before it, which some terminals then show in two columns
  if (character === '\ufe0f') return 1
  if (combining.test(character)) return 0
  return wide.test(character) ? 2 : 1
}

/** Folds lines at `width` columns, between words where there is a blank, anywhere else where not. Nothing is left out. */
export function foldText(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => foldLine(line, Math.max(1, width)))
}

function foldLine(line: string, width: number): string[] {
  const folded: string[] = []
  let current = ''
  let used = 0
  for (const word of line.match(/ +|[^ ]+/g) ?? []) {
    // a word that fits on a line of its own goes there whole
    if (used > 0 && used + widthOf(word) > width && widthOf(word) <= width && word[0] !== ' ') {
      folded.push(current)
      current = ''
      used = 0
    }
    for (const character of word) {
      const wants = widthOfCharacter(character)
      if (used + wants > width) {
        folded.push(current)
        current = ''
        used = 0
      }
      current += character
      used += wants
    }
  }
  return [...folded, current]
}

/** The text in at most `width` columns, its end replaced by `…` where it does not fit. */
export function cutText(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let cut = ''
  let used = 0
  for (const character of text) {
    used += widthOfCharacter(character)
    if (used > width - 1) break
    cut += character
  }
  return width < 1 ? '' : `${cut}…`
}
