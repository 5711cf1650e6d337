// only these: then the matcher is a name or a list of names, compared whole
const plain = /^[\w\s,|-]*$/

/**
 * Whether a hook's matcher names the tool. None, '' and '*' match all; names are case-sensitive; a list is split at `|` and
 * `,`; anything with another character is an unanchored regular expression. A broken expression matches everything: a guard
 * that runs too often is seen, one that never runs is not.
 */
export function matcherNames(matcher: string | undefined, toolName: string): boolean {
  if (matcher === undefined || matcher === '' || matcher === '*') return true
  if (plain.test(matcher)) return matcher.split(/[|,]/).some((name) => name.trim() === toolName)
  try {
    return new RegExp(matcher).test(toolName)
  } catch {
    return true
  }
}
