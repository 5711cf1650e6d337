import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesWildcard, parseWildcard } from '../../src/base/wildcard.js'

const matches = (pattern: string, text: string) => matchesWildcard(parseWildcard(pattern), text)

describe('matchesWildcard', () => {
  it.each([
    ['abc', 'abc', true, 'no star: the whole text'],
    ['abc', 'abcd', false, 'no star: nothing more'],
    ['a*', 'a', true, 'a star may stand for nothing'],
    ['a*c', 'abbc', true, 'in the middle'],
    ['a*a', 'a', false, 'pieces do not overlap'],
    ['*b*', 'abc', true, 'both ends open'],
    ['a*b*c', 'a b\nb c', true, 'blanks and line breaks too'],
    ['**', '', true, 'two stars are one'],
    ['ab*ba', 'aba', false, 'head and tail do not share a letter'],
  ])('%s against %j is %s: %s', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected)
  })

  it('agrees with a regular expression on random patterns', () => {
    const letters = fc.stringMatching(/^[ab*]{0,8}$/)
    fc.assert(
      fc.property(letters, fc.stringMatching(/^[ab]{0,10}$/), (pattern, text) => {
        const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 's')
        expect(matches(pattern, text)).toBe(expression.test(text))
      }),
      { numRuns: 3000 },
    )
  })

  it('does not backtrack: ten thousand stars against a long text that does not match end', () => {
    expect(matches(`${'a*'.repeat(10_000)}b`, 'a'.repeat(50_000))).toBe(false)
  })
})
