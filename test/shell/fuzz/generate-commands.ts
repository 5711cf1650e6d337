import { type Draft, deeper, inside, lineFeed } from './draft.js'
import { compound } from './generate-compounds.js'
import { blank, program, redirection, simple } from './generate-simple.js'
import { word } from './generate-words.js'
import { choose, several } from './random.js'

const inSingle = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const flat = 'ls flat'
const inner = (draft: Draft) => deeper(draft, (d) => inside(d), flat)

/** Builtins and programs that run what their arguments say. */
function starter(draft: Draft): string {
  return choose(
    [
      [
        2,
        (d) =>
          `${d.random.pick(['command', 'command -p --', 'command --', 'exec', '(exec', 'builtin command'])} ${program(d)}`,
      ],
      [
        2,
        (d) =>
          `${d.random.pick(['timeout 5', 'timeout -k 1 5s', 'nohup', 'nice', 'nice -n 5', 'nice -5', 'stdbuf -oL', 'setsid -w'])} ${program(d)}`,
      ],
      [2, (d) => `env ${d.random.pick(['', 'A=1 ', '-u A ', '-- ', 'LANG=C ', '-C sub '])}${program(d)}`],
      [1, (d) => `env -S ${inSingle('ls  s1')} n${++d.counter.count}`],
      [
        2,
        (d) =>
          `${d.random.pick(['echo', 'printf %s'])} a | xargs ${d.random.pick(['', '-n1 ', '-I% ', '-r ', '-0 '])}${program(d)}`,
      ],
      [
        1,
        (d) =>
          `find ${d.random.pick(['.', 'sub', 'a.txt'])} -name '*.txt' -exec ${program(d)} {} ${d.random.pick(['\\;', '+', "';'"])}`,
      ],
      [
        2,
        (d) =>
          `${d.random.pick(['bash -c', 'bash -ec', 'bash +x -c', 'bash --norc -c', 'env bash -c'])} ${inSingle(inner(d))}`,
      ],
      [0.5, (d) => `sh -c ${inSingle(program(d))}`],
      [0.5, (d) => `echo ${inSingle(`ls n${++d.counter.count}`)} | bash`],
      [0.5, (d) => `bash <<< ${inSingle(inner(d))}`],
      [1, (d) => `trap ${inSingle(inner(d))} EXIT`],
      [0.5, (d) => `command -v ${program(d)}`],
      [0.3, () => '. ./lib.sh'],
    ],
    draft,
  )
}

function wildStarter(draft: Draft): string {
  return choose(
    [
      [2, (d) => `eval ${d.random.chance(0.5) ? program(d) : inSingle(inner(d))}`],
      [1, (d) => `${d.random.pick(['f', 'g', 'ls', 'rm'])} n${++d.counter.count} ${word(d)}`],
      [1, (d) => `shopt -s expand_aliases\nalias git=${inSingle(program(d))}\ngit n${++d.counter.count}`],
      [1, (d) => `trap ${inSingle(inner(d))} ${d.random.pick(['DEBUG', 'ERR', 'RETURN', '0'])}`],
      [1, (d) => `set -- ${several(1, 3, word, d).join(' ')}`],
      [0.5, (d) => `x=ls; $x n${++d.counter.count}`],
      [0.5, (d) => `"$x" n${++d.counter.count}`],
      [0.5, (d) => `{ls,n${++d.counter.count}}`],
      [0.5, (d) => `exec -a other ${program(d)}`],
      [0.5, (d) => `mapfile -C ${inSingle(program(d))} -c 1 < a.txt`],
      [0.5, (d) => `read -r x <<< ${word(d)}`],
      [0.3, (d) => `PATH=/fuzz/bin ${program(d)}`],
      [0.3, (d) => `hash -p /fuzz/bin/rm ls; ls n${++d.counter.count}`],
      [0.3, (d) => `printf -v ${d.random.pick(['x', "'a[$(ls printf)]'"])} %s ${word(d)}`],
      [0.3, (d) => `declare ${d.random.pick(['', '-i ', '-n ', '-a '])}x=${word(d)}`],
    ],
    draft,
  )
}

function command(draft: Draft): string {
  return choose(
    [
      [12, simple],
      [2, (d) => closeExec(starter(d))],
      [
        4,
        (d) => deeper(d, (e) => compound(e), flat) + (d.random.chance(0.15) ? blank(d) + redirection(d) : ''),
      ],
      [
        0.3,
        ({ random }) =>
          random.pick([':', 'true', 'false', 'echo hi', 'test -f a.txt', 'cd sub', 'shift', 'exit']),
      ],
      ...(draft.wild ? [[2, wildStarter] as const] : []),
    ],
    draft,
  )
}

const closeExec = (text: string) => (text.startsWith('(') ? `${text})` : text)

function pipeline(draft: Draft): string {
  const { random } = draft
  const before = random.chance(0.08)
    ? random.pick(['! ', 'time ', 'time -p ', '! ! ', 'time ! ', 'time -- '])
    : ''
  const parts = [command(draft)]
  while (random.chance(0.15))
    parts.push(random.pick([' | ', '|', ' |& ', ` |${lineFeed(draft)}`]), command(draft))
  return before + parts.join('')
}

/** Statements with every separator. */
export function list(draft: Draft): string {
  const { random } = draft
  let made = pipeline(draft)
  while (random.chance(draft.depth >= 3 ? 0.5 : 0.2)) {
    made += separator(draft)
    made += pipeline(draft)
  }
  if (random.chance(0.05)) made += ' &'
  return made
}

function separator(draft: Draft): string {
  return choose(
    [
      [3, () => ' && '],
      [1, () => '&&'],
      [2, () => ' || '],
      [3, () => '; '],
      [1, () => ';'],
      [0.7, () => ' & '],
      [2, (d) => lineFeed(d)],
      [0.5, (d) => ` # remark ' " $( \`${lineFeed(d)}`],
      [0.3, (d) => ` &&${lineFeed(d)}\n`],
      [0.3, (d) => `; # ;${lineFeed(d)}`],
    ],
    draft,
  )
}
