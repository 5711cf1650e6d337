import type { Command } from './syntax.js'

/**
 * Whether the parser took apart what bash reads as one word: `a<(b)c`. Between two words of a command something always
 * stands.
 */
export function hasGluedWords({ name, args, prefix, redirects }: Command): boolean {
  const targets = redirects.flatMap((redirect) => ('target' in redirect && redirect.target) || [])
  const spans = [...prefix, ...(name ? [name] : []), ...args, ...targets]
  const ends = new Set(spans.map(({ end }) => end))
  return spans.some(({ pos }) => ends.has(pos))
}
