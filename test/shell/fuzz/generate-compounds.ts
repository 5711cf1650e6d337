import { type Draft, lineFeed } from './draft.js'
import { program } from './generate-simple.js'
import { word } from './generate-words.js'
import { type Choices, choose, several } from './random.js'

/** The end of a statement before a reserved word. */
function end(draft: Draft): string {
  if (draft.pending.length > 0) return lineFeed(draft)
  return draft.random.pick(['; ', ';', '\n', ' & '])
}

/** A body with what ends it. */
const body = (draft: Draft) => draft.script(draft).replace(/ &$/, '') + end(draft)
const words = (draft: Draft) => several(0, 3, word, draft).join(' ')

const compounds: Choices<Draft> = [
  [2, (d) => `{ ${body(d)}}`],
  [2, (d) => `(${d.random.pick(['', ' '])}${body(d)})`],
  [2, (d) => `if ${body(d)}then ${body(d)}${elseParts(d)}fi`],
  [1, (d) => `${d.random.pick(['while', 'until'])} ${body(d)}do ${body(d)}break; done`],
  [2, (d) => `for x in ${words(d)}${d.random.pick(['; ', '\n'])}do ${body(d)}done`],
  [0.3, (d) => `for x in ${words(d)}; { ${body(d)}}`],
  [0.3, (d) => `for x do ${body(d)}done`],
  [1, (d) => `for ((i=0; i<2; i++)); do ${body(d)}done`],
  [2, cases],
  [0.5, (d) => `select x in ${words(d)} a; do ${body(d)}break; done <<< 1`],
  [1, (d) => `[[ ${condition(d)} ]] && ${program(d)}`],
  [0.5, (d) => `((${d.random.pick(['1', '0', '1 < 2', '2 > 1 && 1'])})) || ${program(d)}`],
  [
    0.5,
    (d) =>
      `coproc ${d.random.pick(['', '{ ', 'N { '])}${program(d)}`.replace(/\{ .*/s, (group) => `${group}; }`),
  ],
]

const wildCompounds: Choices<Draft> = [
  [2, (d) => `${d.random.pick(['f() ', 'function f ', 'function g() ', 'ls() ', 'rm () '])}{ ${body(d)}}`],
  [0.5, (d) => `f() (${body(d)})`],
  [0.5, (d) => `f() { ${body(d)}}; f n0`],
  [0.5, (d) => `((${d.random.pick(['x', 'x++', 'a[$(ls arithmetic)]', 'x=1'])})); ${program(d)}`],
  [
    0.5,
    (d) =>
      `[[ ${d.random.pick(['x -eq 1', '-v a[0]', "-v 'a[$(ls test)]'", '$x =~ a(b)*', 'a[$(ls eq)] -eq 0'])} ]]; ${program(d)}`,
  ],
]

export function compound(draft: Draft): string {
  return choose(draft.wild ? [...compounds, ...wildCompounds] : compounds, draft)
}

function elseParts(draft: Draft): string {
  const { random } = draft
  return (
    (random.chance(0.2) ? `elif ${body(draft)}then ${body(draft)}` : '') +
    (random.chance(0.4) ? `else ${body(draft)}` : '')
  )
}

function cases(draft: Draft): string {
  const { random } = draft
  const items = several(
    1,
    2,
    (d) =>
      `${d.random.pick(['', '('])}${d.random.pick(['a', '*', 'a|b', '"x"', '$x', '[ab]*'])}) ${body(d).replace(/ & $/, '; ').replace(/; ?$/, '')} ${d.random.pick([';;', ';&', ';;&'])}${d.random.pick([' ', '\n'])}`,
    draft,
  )
  return `case ${word(draft)} in${random.pick([' ', '\n'])}${items.join('')}esac`
}

function condition(draft: Draft): string {
  return choose(
    [
      [2, (d) => `${d.random.pick(['-f', '-n', '-z', '-e', '!  -d'])} ${word(d)}`],
      [2, (d) => `${word(d)} ${d.random.pick(['==', '!=', '=', '<', '=~'])} ${word(d)}`],
      [
        1,
        (d) =>
          `${d.random.pick(['1 -eq 1', '$# -lt 2', '( a == a )', '! a == b'])} ${d.random.pick(['&&', '||'])} -f a.txt`,
      ],
      [1, () => 'a'],
    ],
    draft,
  )
}
