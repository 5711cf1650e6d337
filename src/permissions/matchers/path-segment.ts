/** One folder or file name of a path pattern. `literal` where no wildcard is in it. */
export interface SegmentPattern {
  readonly literal: string | undefined
  readonly tokens: readonly Token[]
}

type Token =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'any' | 'run' }
  | CharacterClass

interface CharacterClass {
  readonly type: 'class'
  readonly negated: boolean
  readonly ranges: readonly (readonly [string, string])[]
}

/** gitignore's wildcards inside a name: `*`, `?`, `[a-z]`, `[!a]`, and `\` before a character that is meant as such. */
export function compileSegment(text: string): SegmentPattern | undefined {
  const tokens: Token[] = []
  const characters = [...text]
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i]!
    if (character === '\\' && i + 1 < characters.length) tokens.push({ type: 'text', text: characters[++i]! })
    else if (character === '*') {
      if (tokens.at(-1)?.type !== 'run') tokens.push({ type: 'run' })
    } else if (character === '?') tokens.push({ type: 'any' })
    else if (character === '[') {
      const end = classEnd(characters, i)
      if (end === undefined) return undefined
      tokens.push(readClass(characters.slice(i + 1, end)))
      i = end
    } else tokens.push({ type: 'text', text: character })
  }
  const isLiteral = tokens.every((token) => token.type === 'text')
  return {
    literal: isLiteral
      ? tokens.map((token) => (token.type === 'text' ? token.text : '')).join('')
      : undefined,
    tokens,
  }
}

function classEnd(characters: readonly string[], start: number): number | undefined {
  let i = start + 1
  if (characters[i] === '!' || characters[i] === '^') i++
  // a bracket right at the beginning is a member
  if (characters[i] === ']') i++
  for (; i < characters.length; i++) {
    if (characters[i] === '\\') i++
    else if (characters[i] === ']') return i
  }
  return undefined
}

function readClass(inside: readonly string[]): CharacterClass {
  const negated = inside[0] === '!' || inside[0] === '^'
  const ranges: [string, string][] = []
  const members = negated ? inside.slice(1) : [...inside]
  for (let i = 0; i < members.length; i++) {
    const from = members[i] === '\\' && i + 1 < members.length ? members[++i]! : members[i]!
    if (members[i + 1] === '-' && i + 2 < members.length) {
      ranges.push([from, members[i + 2]!])
      i += 2
    } else ranges.push([from, from])
  }
  return { type: 'class', negated, ranges }
}

/** Whole-name match with one place to come back to, the last `*`: at worst the product of both lengths. */
export function matchesSegment({ literal, tokens }: SegmentPattern, name: string): boolean {
  if (literal !== undefined) return literal === name
  const characters = [...name]
  let token = 0
  let at = 0
  let star = -1
  let starAt = 0
  while (at < characters.length) {
    const current = tokens[token]
    if (current?.type === 'run') {
      star = token++
      starAt = at
    } else if (current && accepts(current, characters[at]!)) {
      token++
      at++
    } else if (star >= 0) {
      token = star + 1
      at = ++starAt
    } else return false
  }
  while (tokens[token]?.type === 'run') token++
  return token === tokens.length
}

function accepts(token: Token, character: string): boolean {
  if (token.type === 'text') return token.text === character
  if (token.type !== 'class') return token.type === 'any'
  return token.ranges.some(([from, to]) => character >= from && character <= to) !== token.negated
}
