import fc from 'fast-check'
import pc from 'picocolors'
import { describe, expect, it } from 'vitest'
import { cutText, foldText, widthOf } from '../../src/prompt/fold-text.js'
import { questionText } from '../../src/prompt/question-text.js'

const plain = pc.createColors(false)
const question = {
  toolUseId: 'toolu_1',
  toolName: 'Bash',
  input: { command: 'rm -rf build/', description: 'Clean' },
  cwd: '/work/shop',
  reason: 'A rule asks.',
  suggestions: [],
  destinations: [],
}

describe('questionText', () => {
  it('shows tool, input, folder, reason, rule with its place, and what would be lost', () => {
    const rule = {
      text: 'Bash(rm *)',
      behavior: 'ask',
      source: 'projectSettings',
      file: '/work/shop/.claude/settings.json',
      line: 4,
    } as const
    const destructive = 'deletes build/ and everything below it'
    expect(questionText({ ...question, rule, destructive }, 80, plain)).toMatchInlineSnapshot(`
      "┌  Bash needs your permission
      │
      │    rm -rf build/
      │    description: Clean
      │
      │  in      /work/shop
      │  asks    A rule asks.
      │  rule    ask Bash(rm *) (/work/shop/.claude/settings.json:4)
      │  ⚠ deletes build/ and everything below it
      "
    `)
  })

  it('R-119: shows a long command whole, folded, and says how long it is', () => {
    const command = `node -e "${'x'.repeat(5000)}end"`
    const shown = questionText({ ...question, input: { command } }, 80, plain)
    expect(shown).toContain('(5,013 characters)')
    expect(shown.replace(/\n│ +/g, '')).toContain(command)
    for (const line of shown.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(80)
  })

  it('shows padding by its size, so that it pushes nothing out of sight', () => {
    const shown = questionText(
      { ...question, input: { command: `ls${' '.repeat(500)};rm x${'\n'.repeat(90)}id` } },
      80,
      plain,
    )
    expect(shown).toContain('ls ⟨500 blanks⟩ ;rm x')
    expect(shown).toContain('⟨89 empty lines⟩')
    expect(shown.split('\n').length).toBeLessThan(12)
  })

  it('shows what is no text as JSON, and an input that is no object', () => {
    expect(questionText({ ...question, input: { list: [1, 'a\u200b'] } }, 80, plain)).toContain('"a⟨U+200B⟩"')
    expect(questionText({ ...question, input: 'text' }, 80, plain)).toContain('text')
  })
})

describe('foldText', () => {
  it('leaves nothing out and keeps within the width', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '漢', 'é', '\n', 'bcd') }),
        fc.integer({ min: 2, max: 30 }),
        (text, width) => {
          const lines = foldText(text, width)
          expect(lines.join('').replaceAll('\n', '')).toBe(text.replaceAll('\n', ''))
          for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width)
        },
      ),
    )
  })

  it('cutText marks where it cut', () => {
    expect(cutText('abcdef', 4)).toBe('abc…')
    expect(cutText('漢字漢字', 5)).toBe('漢字…')
    expect(cutText('abc', 3)).toBe('abc')
  })
})
