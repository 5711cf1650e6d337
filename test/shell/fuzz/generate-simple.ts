import type { Draft } from './draft.js'
import { quoted, word } from './generate-words.js'
import { choose, several } from './random.js'

const programs = 'ls rm git cp deploy cat nope'.split(' ')

/** A program with an argument that no other command of the line has. */
export function program(draft: Draft): string {
  const { random, counter } = draft
  const args = several(0, 3, word, draft)
  args.splice(random.below(args.length + 1), 0, `n${++counter.count}`)
  return [programName(draft), ...args].join(blank(draft))
}

function programName({ random }: Draft): string {
  const name = random.pick(programs)
  if (random.chance(0.8)) return name
  return random.pick([
    `'${name}'`,
    `"${name}"`,
    `\\${name}`,
    `${name[0]}''${name.slice(1)}`,
    `${name[0]}\\\n${name.slice(1)}`,
    `$'${name}'`,
    `/fuzz/bin/${name}`,
    `../bin/${name}`,
  ])
}

/** Between words. */
export function blank({ random }: Draft): string {
  return random.chance(0.85) ? ' ' : random.pick(['  ', '\t', ' \\\n', '\\\n ', ' \t '])
}

function assignment(draft: Draft): string {
  const { random, wild } = draft
  const name = random.pick(
    wild ? ['x', 'y', 'z', 'LANG', 'FOO', 'a[0]', 'x+', 'IFS'] : ['x', 'y', 'z', 'LANG', 'x'],
  )
  if (random.chance(0.1)) return `${name}=(${several(0, 3, word, draft).join(' ')})`
  if (random.chance(0.1)) return `${name}=`
  return `${name}=${word(draft)}`
}

export function redirection(draft: Draft): string {
  const { random } = draft
  const fd = random.chance(0.3) ? random.pick(['0', '1', '2', '3', '9', '{fd}']) : ''
  return choose(
    [
      [3, () => `${fd}>${random.pick(['', '', ' ', '|', '>'])}${target(draft)}`],
      [1, () => `${fd}<${random.pick(['', ' '])}a.txt`],
      [1, () => random.pick(['2>&1', '>&2', '3>&1', '0<&-', '2>&-', '3>&1-', '>&-', '9<&0'])],
      [0.5, () => `${random.pick(['&>', '>&', '&>>'])}${target(draft)}`],
      [0.3, () => `${fd}<>${target(draft)}`],
      [1, () => `${fd}<<<${random.pick(['', ' '])}${word(draft)}`],
      [1.5, () => hereDocument(fd, draft)],
    ],
    draft,
  )
}

const target = (draft: Draft) =>
  draft.random.chance(0.7) ? draft.random.pick(['out', '/dev/null', 'sub/o', '"o 2"', 'out']) : word(draft)

function hereDocument(fd: string, draft: Draft): string {
  const { random } = draft
  const tabs = random.chance(0.3)
  const name = random.pick(['E', 'EOF', 'END'])
  const quoting = random.pick([
    name,
    name,
    `'${name}'`,
    `"${name}"`,
    `\\${name}`,
    `${name[0]}''${name.slice(1)}`,
  ])
  const lines = several(0, 3, hereLine, draft).map((line) => (tabs ? `\t${line}` : line))
  draft.pending.push(`${[...lines, (tabs ? '\t' : '') + name].join('\n')}\n`)
  return `${fd}<<${tabs ? '-' : ''}${random.pick(['', ' '])}${quoting}`
}

function hereLine(draft: Draft): string {
  return choose(
    [
      [3, (d) => word(d).replaceAll('\n', ' ')],
      [1, () => 'plain text'],
      [1, (d) => choose(quoted, d).replaceAll('\n', ' ')],
      [
        1,
        ({ random }) =>
          random.pick(['$x', '\\$x', "it's", '"', '`', 'E x', '$(ls in-document)', '`ls in-document`', '\\']),
      ],
    ],
    draft,
  )
}

/** Assignments, words and redirections in every order that bash takes. */
export function simple(draft: Draft): string {
  const { random } = draft
  const before = random.chance(0.1) ? several(1, 2, assignment, draft) : []
  if (before.length > 0 && random.chance(0.4)) return before.join(blank(draft))
  const words = program(draft)
  const redirections = random.chance(0.2) ? several(1, 2, redirection, draft) : []
  const [first, ...others] = redirections
  const leading = first !== undefined && random.chance(0.2) ? [first] : []
  const trailing = leading.length > 0 ? others : redirections
  return [...leading, ...before, words, ...trailing].join(blank(draft))
}
