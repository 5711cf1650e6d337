import type { PossibleCommand, ShellAnalysis, SimpleCommand } from '../../shell/analysis.js'
import { quote } from '../../shell/shell-word.js'
import { type BashPattern, matchesText } from './bash-pattern.js'
import { matchesWords, type Touch } from './bash-words.js'
import { type KnownWord, wrapperLengths } from './strip-wrappers.js'

// stands for a word that only the run decides: a `*` covers it, no literal does
const unknown = '\u0001'

/** Every text of a command that an allow rule may match: as it stands, and behind each wrapper. */
export function allowTexts({ words }: SimpleCommand): readonly string[] {
  const texts = words.map((word) => {
    if (word.value !== undefined) return quote(word.value)
    return word.glob && !/[$`]/.test(word.text) ? word.text : unknown
  })
  const argv = words.map(({ value }) => value)
  return [0, ...wrapperLengths(argv)].map((length) => texts.slice(length).join(' '))
}

/** Whether an allow rule alone covers this simple command. Redirections and assignments are judged elsewhere. */
export function allowCovers(pattern: BashPattern, command: SimpleCommand): boolean {
  const argv = command.words.map(({ value }) => value)
  if (pattern.hasWildcard && needsExactRule(argv)) return false
  return allowTexts(command).some((text) => matchesText(pattern, text))
}

const launchers = new Set(['watch', 'setsid', 'ionice', 'flock'])
const findActions = /^-(exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls)$/

/** Programs that run another one named in their arguments, which a wildcard would let through unread. */
function needsExactRule(argv: readonly KnownWord[]): boolean {
  const inner = argv.slice(wrapperLengths(argv).at(-1) ?? 0)
  const name = inner[0] ?? ''
  if (launchers.has(name)) return true
  return name === 'find' && inner.some((arg) => arg !== undefined && findActions.test(arg))
}

/** Whether a deny or ask rule concerns anything that could run. `maybe`: what is not known decides it. */
export function denyTouches(pattern: BashPattern, analysis: ShellAnalysis): Touch {
  let strongest: Touch = 'no'
  for (const possible of analysis.possible) {
    const touch = touches(pattern, possible)
    if (touch === 'match') return 'match'
    if (touch === 'maybe') strongest = 'maybe'
  }
  return strongest
}

function touches(pattern: BashPattern, { argv, text }: PossibleCommand): Touch {
  const [name, ...args] = argv
  if (name === undefined) return matchesText(pattern, text) ? 'match' : 'no'
  const program = programName(name)
  const rest = args.map((arg) => (arg === undefined ? unknown : quote(arg)))
  const plain = args.map((arg) => arg ?? unknown)
  const texts = [text, [quote(program), ...rest].join(' '), [program, ...plain].join(' ')]
  if (texts.some((each) => matchesText(pattern, each))) return 'match'
  if (pattern.program !== program && pattern.program !== name) return 'no'
  return matchesWords(pattern, program, args)
}

/** `/usr/bin/rm`, `rm.exe` and `rm` are one program to a rule that forbids it. */
export function programName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1).replace(/\.exe$/i, '')
}
