import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyseCommand } from '../../src/shell/analyse-command.js'
import { readCases } from './read-cases.js'

const pieces = [
  ...'$ ` " \' \\ ( ) { } [ ] < > | & ; \n # ! = * ? ~ : - + / @ % ^ ,'.split(' '),
  ...[
    '$(',
    '${',
    '$((',
    '))',
    '<<E\n',
    '\nE\n',
    '<<<',
    '>&',
    '&>',
    '|&',
    ';;',
    '[[ ',
    ' ]]',
    "$'",
    '$"',
    ' ',
    '\t',
    '\\\n',
  ],
  ...'if then else elif fi for in do done while until case esac function select time coproc'.split(' '),
  ...'ls rm sh bash -c eval env sudo find -exec xargs cd trap A=1 a[1]=2 x.txt é 😀 \u200b \r \0 \ud83d'.split(
    ' ',
  ),
]

const shellText = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((words) => words.join(''))
const spaced = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((words) => words.join(' '))
const commands = readCases().map(({ command }) => command)
const mutated = fc
  .tuple(fc.constantFrom(...commands), fc.nat(), fc.nat(8), fc.constantFrom(...pieces))
  .map(([command, at, length, piece]) => {
    const start = command.length === 0 ? 0 : at % command.length
    return command.slice(0, start) + piece + command.slice(start + length)
  })

function checkSpans(command: string): void {
  const { commands: found, uncertain, readOnly } = analyseCommand(command)
  const spans = [
    ...found,
    ...uncertain,
    ...found.flatMap(({ words, assignments, redirects }) => [...words, ...assignments, ...redirects]),
  ]
  for (const { start, end } of spans) {
    expect(start).toBeGreaterThanOrEqual(0)
    expect(end).toBeGreaterThanOrEqual(start)
    expect(end).toBeLessThanOrEqual(command.length)
  }
  if (uncertain.length > 0) expect(readOnly.value).toBe(false)
  expect(readOnly.reason).not.toContain('the analyser failed')
}

describe('the bounds of the analyser', () => {
  it('understands or doubts any text, and points into it', () => {
    fc.assert(fc.property(fc.oneof(shellText, spaced, mutated, fc.string({ unit: 'binary' })), checkSpans), {
      numRuns: 60000,
    })
  })

  it('says the same of the same text, whether it remembers it or not', () => {
    fc.assert(
      fc.property(mutated, (command) => {
        const first = analyseCommand(command)
        for (let i = 0; i < 600; i++) analyseCommand(`echo ${i}`)
        expect(analyseCommand(command)).toEqual(first)
      }),
      { numRuns: 20 },
    )
  })

  it.each([
    ['longer than 64 kB', `echo ${'a'.repeat(65_536)}`, 'longer than 64 kB'],
    [
      'nested more than 200 deep',
      `echo ${'$('.repeat(201)}ls${')'.repeat(201)}`,
      'nested more than 200 deep',
    ],
    [
      'with more than 64 here-documents on a line',
      `cat ${'<<E '.repeat(65)}\n${'E\n'.repeat(65)}`,
      'too many here-documents',
    ],
    ['nested too deep for the parser', `${'f()'.repeat(20_000)} { ls; }`, 'nested too deep'],
  ])('does not read what is %s', (_what, command, reason) => {
    const { uncertain, readOnly, commands: found } = analyseCommand(command)
    expect(uncertain).toHaveLength(1)
    expect(uncertain[0]?.reason).toContain(reason)
    expect(readOnly.value).toBe(false)
    expect(found).toEqual([])
  })

  it('reads what is longer than 10,000 characters, but never lets it run unasked', () => {
    const long = analyseCommand(`echo ${'a'.repeat(10_000)}; rm -rf x`)
    expect(long.readOnly).toEqual({ value: false, reason: 'it is longer than 10000 characters' })
    expect(long.possible.map(({ text }) => text)).toContain('rm -rf x')
  })

  it('sees the last of very many commands', () => {
    const { possible, uncertain } = analyseCommand(`${'true && '.repeat(5_000)}rm -rf x`)
    expect(possible.map(({ text }) => text)).toContain('rm -rf x')
    expect(uncertain).toEqual([])
  })

  it.each([
    ['wrappers', `${'sudo '.repeat(50)}rm x`],
    ['inner shells', `${"sh -c '".repeat(1)}${'eval '.repeat(60)}rm x'`],
    ['a shell that watches itself', `watch ${"'watch ".repeat(100)}`],
  ])('doubts what it does not follow to the end: %s', (_what, command) => {
    expect(analyseCommand(command).uncertain).not.toEqual([])
  })
})
