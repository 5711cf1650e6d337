/** The rules of one argument or of a front matter: split at commas and blanks, except inside brackets. */
export function splitRules(text: string): string[] {
  const rules: string[] = []
  let current = ''
  let depth = 0
  let escaped = false
  for (const character of text) {
    if (!escaped && character === '(') depth++
    if (!escaped && character === ')') depth = Math.max(0, depth - 1)
    escaped = !escaped && character === '\\'
    if (depth === 0 && (character === ',' || /\s/.test(character))) {
      rules.push(current)
      current = ''
    } else {
      current += character
    }
  }
  return [...rules, current].filter((rule) => rule !== '')
}
