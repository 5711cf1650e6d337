const ESCAPE =
  /\\(?:x(?<hex>\{|[\da-fA-F]{1,2})?|(?<octal>[0-7]{1,3})|u(?<short>[\da-fA-F]{0,4})|U(?<long>[\da-fA-F]{0,8})|(?<other>.))/gs

/**
 * Whether `$'…'` holds an escape that doesn't stand for one plain character everywhere: a byte beyond ASCII, braces, a
 * control letter, the end of the string, or what bash leaves as it is.
 */
export function hasUnsureEscape(text: string): boolean {
  return [...text.matchAll(ESCAPE)].some(({ groups = {} }) => !isPlain(groups))
}

function isPlain({ hex, octal, short, long, other }: Record<string, string | undefined>): boolean {
  if (other !== undefined) return /[abeEfnrtv\\'"?]/.test(other)
  const code = Number.parseInt(hex ?? short ?? long ?? '', 16)
  const value = octal === undefined ? code : Number.parseInt(octal, 8)
  return value > 0 && value < 0x80
}
