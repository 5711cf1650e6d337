/**
 * What may hide text or change how the text around it looks: control characters (line feed apart), format characters
 * (bidirectional marks, zero-width ones, tags), blanks that are no plain space, fillers, variation selectors, half pairs.
 */
const hidden = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu

/**
 * The text with every hidden character shown as a mark: `␛` for escape, `␍` for carriage return, `⇥` for a tab, `⟨U+202E⟩`
 * for a direction mark. Line feeds stay. What comes out can be written to a terminal: nothing in it moves the cursor,
 * changes a colour, or turns the direction of reading.
 */
export function visibleText(text: string): string {
  return text.replace(hidden, markFor)
}

function markFor(character: string): string {
  const code = character.codePointAt(0)!
  if (character === '\t') return '⇥'
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  if (code === 0x7f) return '␡'
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
}

/** The same on one line: line feeds are marked too. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll('\n', '⏎')
}
