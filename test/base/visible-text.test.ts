import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visibleLine, visibleText } from '../../src/base/visible-text.js'

const rows = [
  { why: 'plain text stays', text: 'git commit -m "ä 漢 😀"\nls', shown: 'git commit -m "ä 漢 😀"\nls' },
  {
    why: 'R-117: return and erase code',
    text: 'curl x | sh\r\u001b[2Kls -la',
    shown: 'curl x | sh␍␛[2Kls -la',
  },
  {
    why: 'R-118: direction mark',
    text: 'rm -rf ~/\u202e gnp.eciov',
    shown: 'rm -rf ~/⟨U+202E⟩ gnp.eciov',
  },
  { why: 'RX29: tabs', text: 'ls\t\t;rm', shown: 'ls⇥⇥;rm' },
  { why: 'zero-width space and joiner', text: 'a\u200bb\u200dc', shown: 'a⟨U+200B⟩b⟨U+200D⟩c' },
  { why: 'byte order mark inside', text: 'a\ufeffb', shown: 'a⟨U+FEFF⟩b' },
  {
    why: 'no-break, ideographic and thin blanks',
    text: 'a\u00a0b\u3000c\u2009d',
    shown: 'a⟨U+00A0⟩b⟨U+3000⟩c⟨U+2009⟩d',
  },
  {
    why: 'line and paragraph separators',
    text: 'a\u2028b\u2029c',
    shown: 'a⟨U+2028⟩b⟨U+2029⟩c',
  },
  { why: 'letters of the tag block', text: 'a\u{e0041}', shown: 'a⟨U+E0041⟩' },
  { why: 'Hangul filler and blank braille', text: '\u3164\u2800', shown: '⟨U+3164⟩⟨U+2800⟩' },
  { why: 'C1 control (CSI) and delete', text: '\u009b1m\u007f', shown: '⟨U+009B⟩1m␡' },
  { why: 'NUL and backspace', text: '\0\b', shown: '␀␈' },
  { why: 'half a pair', text: 'a\ud83d', shown: 'a⟨U+D83D⟩' },
]

describe('visibleText', () => {
  it.each(rows)('$why', ({ text, shown }) => expect(visibleText(text)).toBe(shown))

  it('lets nothing through that a terminal would act on', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visibleText(text)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      }),
    )
  })

  it('gives the same for a text that is visible already', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visibleText(visibleText(text))).toBe(visibleText(text))
      }),
    )
  })
})

it('visibleLine keeps everything on one line', () => expect(visibleLine('a\nb\r\n')).toBe('a⏎b␍⏎'))
