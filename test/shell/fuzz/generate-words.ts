import { type Draft, deeper, inside } from './draft.js'
import { type Choices, choose, several } from './random.js'

const plain = ({ random }: Draft) =>
  random.pick(
    'a b1 -x --long=v x=y a/b ../c file.txt 10 -- - + % @ ^ , : é 日本 {} a=b=c =x !x a#b 😀'.split(' '),
  )
const odd = ' $`\\"\'#!*?[]{}()<>|&;=~%@^:,-+/\t\n'.split('')

function text(draft: Draft, without: string): string {
  const characters = [...odd, ...'abcé1'].filter((each) => !without.includes(each))
  return several(0, 5, ({ random }) => random.pick(characters), draft).join('')
}

const safeEscapes = '\\n \\t \\\\ \\\' \\" \\x41 \\x4 \\101 \\7 \\u41 \\u0041 \\U41 \\e \\a \\?'.split(' ')
const escapes = [
  ...safeEscapes,
  ...'\\u00e9 \\U1F600 \\cA \\c \\z \\x{41} \\x \\xff \\777 \\0 \\u \\X41'.split(' '),
  '\\\n',
]

export const quoted: Choices<Draft> = [
  [4, (draft) => `'${text(draft, "'")}'`],
  [4, (draft) => `"${text(draft, '"$`\\!')}"`],
  [2, (draft) => `"${several(1, 3, inDouble, draft).join('')}"`],
  [2, ({ random }) => `\\${random.pick([...odd.filter((each) => each !== '\n'), 'a', 'é', '\n'])}`],
  [
    2,
    (draft) =>
      `$'${several(1, 3, (d) => (d.random.chance(0.5) ? d.random.pick(d.wild ? escapes : safeEscapes) : text(d, "'\\")), draft).join('')}'`,
  ],
  [0.3, (draft) => `$"${text(draft, '"$`\\')}"`],
]

function inDouble(draft: Draft): string {
  return choose(
    [
      [3, (d) => text(d, '"$`\\')],
      [2, expansion],
      [1, ({ random }) => `\\${random.pick(['$', '"', '\\', '`', 'a', "'", '\n', '!'])}`],
      [0.3, () => '$'],
    ],
    draft,
  )
}

const variable = ({ random }: Draft) => random.pick(['x', 'y', 'z', 'f'])
const operand = (draft: Draft) => deeper(draft, (d) => (d.random.chance(0.6) ? plain(d) : word(d)), 'o')
const pattern = ({ random }: Draft) =>
  random.pick(['a', '*', '?', '[ab]', 'a*', '"*"', '\\*', "'x'", '/', '%'])

const tame: Choices<Draft> = [
  [4, (d) => `$${variable(d)}`],
  [3, (d) => `\${${variable(d)}}`],
  [2, (d) => `\${${variable(d)}${d.random.pick([':-', '-', ':+', '+', ':=', '='])}${operand(d)}}`],
  [1, (d) => `\${${variable(d)}${d.random.pick(['#', '##', '%', '%%'])}${pattern(d)}}`],
  [1, (d) => `\${${variable(d)}${d.random.pick(['/', '//', '/#', '/%'])}${pattern(d)}/${operand(d)}}`],
  [0.5, (d) => `\${${variable(d)}${d.random.pick(['^', '^^', ',', ',,', '~', '~~'])}}`],
  [0.7, (d) => `\${${variable(d)}:${d.random.pick(['1', '0:1', ' -1', '1:2'])}}`],
  [0.5, (d) => `\${#${variable(d)}}`],
  [0.5, (d) => `\${${variable(d)}[${d.random.pick(['0', '@', '*', '1'])}]}`],
  [
    1,
    ({ random }) =>
      random.pick(['$?', '$#', '$@', '$*', '$$', '$0', '$1', '${10}', '$-', '$!', '$HOME', '$PWD']),
  ],
  [3, substitution],
  [
    1,
    ({ random }) =>
      `$((${random.pick(['1+1', '2 * 3', '1 ? 2 : 3', '(1)', '0x1f', '1 << 2', '08 - 8', ''])}))`,
  ],
]
const wildExpansions: Choices<Draft> = [
  [1, (d) => `\${!${variable(d)}}`],
  [0.5, (d) => `\${!${variable(d)}@}`],
  [1, (d) => `\${${variable(d)}@${d.random.pick(['Q', 'P', 'E', 'A', 'U', 'u', 'L', 'K', 'a'])}}`],
  [1, (d) => `$((${d.random.pick(['x', 'x=1', 'x++', 'a[0]', '$x'])} + ${deeper(d, substitution, '1')}))`],
  [0.5, (d) => `$[${d.random.pick(['1+1', 'x'])}]`],
  [0.5, (d) => `\${${variable(d)}[${deeper(d, substitution, 'x')}]}`],
  [0.5, (d) => `\${${variable(d)}:?${operand(d)}}`],
  [0.3, (d) => `\${${text(d, '')}}`],
]

export function expansion(draft: Draft): string {
  return choose(draft.wild ? [...tame, ...wildExpansions] : tame, draft)
}

function substitution(draft: Draft): string {
  return deeper(
    draft,
    (d) =>
      choose(
        [
          [3, (inner) => `$(${inside(inner)})`],
          [0.3, (inner) => `$( ${inside(inner)} )`],
          [0.2, () => '$(<a.txt)'],
          [0.2, (inner) => `$(# remark\n${inside(inner)})`],
          [1, (inner) => `\`${inside(inner).replace(/[\\`]/g, '\\$&')}\``],
          [0.2, (inner) => `\`${inside(inner).replaceAll('`', '')}\``],
          [0.3, (inner) => `$\\\n(${inside(inner)})`],
        ],
        d,
      ),
    '$x',
  )
}

/** `<(…)` and `>(…)`. */
export function processSubstitution(draft: Draft): string {
  return deeper(draft, (d) => `${d.random.pick(['<', '>'])}(${inside(d)})`, 'a.txt')
}

const braces = ({ random }: Draft) =>
  random.pick([
    '{a,b}',
    '{1..3}',
    'p{x,y}q',
    '{a,{b,c}}',
    '{a..c}',
    '{a}',
    '{,}',
    '{a,"b c"}',
    '{3..1..2}',
    'a{b',
    '{a,b',
    '\\{a,b}',
  ])
const globs = ({ random }: Draft) =>
  random.pick(['*.txt', '?.txt', '[ab].txt', '*', 'sub/*', 'n*ne', '[!a]*', '[a', '"*".txt', '\\*'])
const tildes = ({ random }: Draft) =>
  random.pick(['~', '~/x', '~root', '~+', '~-', 'a~', '\\~', '"~"', 'x=~', '~nobody/x', 'a:~'])
const extendedGlobs = ({ random }: Draft) => random.pick(['@(a|b)', '!(a)', '*(x).txt', '+(a|b).txt', '?(a)'])

const pieces: Choices<Draft> = [
  [10, plain],
  [6, (draft) => choose(quoted, draft)],
  [3, expansion],
  [2, (draft) => `"${expansion(draft)}"`],
  [0.7, braces],
  [0.7, globs],
  [0.6, tildes],
  [0.4, processSubstitution],
]

function piece(draft: Draft): string {
  return choose(draft.wild ? [...pieces, [0.4, extendedGlobs]] : pieces, draft)
}

/** One word, in all forms that bash has. */
export function word(draft: Draft): string {
  const { random } = draft
  const made = several(1, random.chance(0.25) ? 3 : 1, piece, draft)
  return made.join(random.chance(0.06) ? '\\\n' : '')
}
