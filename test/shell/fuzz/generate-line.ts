import { type Draft, inside, startDraft } from './draft.js'
import { list } from './generate-commands.js'

const pieces = [
  ..."$ ` \" ' \\ ( ) { } [ ] < > | & ; # ! = * ~ - / $( ${ $(( )) <<E <<< >& ;; $' do done fi in then esac".split(
    ' ',
  ),
  ...[' ', '\n', '\t', '\\\n', '\u00a0', '\u200b', '\r', '\u0001', '\u2013'],
]

/** The line of that number. The same seed and number make the same line. */
export function generateLine(seed: number, index: number): string {
  const draft = startDraft(Math.imul(seed, 0x9e3779b1) + index, list)
  const line = inside(draft)
  return draft.random.chance(0.1) ? mutate(line, draft) : line
}

/** Something is left out, put in or doubled somewhere. */
function mutate(line: string, { random }: Draft): string {
  const at = random.below(line.length + 1)
  const length = random.below(4)
  const middle = random.pick([
    '',
    random.pick(pieces),
    random.pick(pieces),
    line.slice(at, at + length).repeat(2),
  ])
  return line.slice(0, at) + middle + line.slice(at + length)
}
