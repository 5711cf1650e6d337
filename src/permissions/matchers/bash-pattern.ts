import { matchesWildcard, parseWildcard, type Wildcard } from '../../base/wildcard.js'
import { quote } from '../../shell/shell-word.js'

/** The content of a Bash rule. `x:*` at the end and `x *` mean the same: the command alone, or with anything behind it. */
export interface BashPattern {
  /** In the normal form that commands are matched in: one blank between words, quotes only where they are needed. */
  readonly text: string
  readonly whole: Wildcard
  /** Before a final ` *`; `undefined` where the pattern does not end so. */
  readonly head: Wildcard | undefined
  readonly hasWildcard: boolean
  /** Words of the head, or of the whole where there is no head. */
  readonly words: readonly string[]
  /** The program, where it is named without a wildcard. */
  readonly program: string | undefined
}

export function compileBashPattern(content: string): BashPattern {
  const spaced = content.trim().replace(/:\*$/, ' *')
  const words = splitWords(spaced) ?? spaced.split(/[ \t]+/)
  const text = words.join(' ')
  const endsOpen = words.length > 1 && words.at(-1) === '*'
  const own = endsOpen ? words.slice(0, -1) : words
  const first = own[0] ?? ''
  return {
    text,
    whole: parseWildcard(text),
    head: endsOpen ? parseWildcard(own.join(' ')) : undefined,
    hasWildcard: text.includes('*'),
    words: own,
    program: first === '' || first.includes('*') ? undefined : first,
  }
}

export function matchesText({ whole, head }: BashPattern, text: string): boolean {
  return matchesWildcard(whole, text) || (head !== undefined && matchesWildcard(head, text))
}

/** Words of the pattern in normal form: quotes taken away as bash would, and put back where they are needed. */
function splitWords(text: string): string[] | undefined {
  const words: string[] = []
  const word = /[ \t\n]*((?:[^\s'"\\]|\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*")+)[ \t\n]*/y
  while (word.lastIndex < text.length) {
    const match = word.exec(text)
    if (!match) return undefined
    words.push(normalWord(match[1]!))
  }
  return words
}

/** A star in quotes is a star still, for an argument that is quoted: `-m "*"`. */
function normalWord(word: string): string {
  const value = unquote(word)
  return value !== word && value.includes('*') ? `'${value.replaceAll("'", "'\\''")}'` : quote(value)
}

function unquote(word: string): string {
  return word.replace(/'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g, (_all, single, double, escaped) => {
    if (single !== undefined) return single
    if (double !== undefined) return String(double).replace(/\\([$`"\\])/g, '$1')
    return escaped
  })
}
