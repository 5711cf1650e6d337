import type { ShellAnalysis } from '../../../src/shell/analysis.js'
import { type Ran, workFolder } from './jail.js'

/** Commands that bash ran and that the analysis neither lists nor doubts. */
export function unseenCommands({ commands }: Ran, analysis: ShellAnalysis): readonly (readonly string[])[] {
  if (analysis.uncertain.length > 0) return []
  const listed = listedForms(analysis)
  return commands.filter((argv) => argv[0] !== 'from-file' && !listed.some((form) => matches(form, argv)))
}

/** An argument as bytes. `one`: exactly one word that only the run decides; `any`: any number of them. */
type Expected = string | typeof one | typeof any
const one = Symbol('one')
const any = Symbol('any')

function listedForms({ commands, possible }: ShellAnalysis): readonly (readonly Expected[])[] {
  const ofLine = commands.map(({ words }) =>
    words.map(({ value, text }) => (value === undefined ? unknown(text) : bytes(atHome(value, text)))),
  )
  const ofOthers = possible
    .filter(({ via }) => via !== '')
    .map(({ argv }) => argv.map((arg) => (arg === undefined ? any : bytes(arg))))
  return [...ofLine, ...ofOthers]
}

/** What stands in double quotes is one word, unless it holds a list. */
function unknown(text: string): Expected {
  return /^"[^"@*]*"$/.test(text) ? one : any
}

/** The analyser leaves a leading `~` as it is written. */
function atHome(value: string, text: string): string {
  return /^~(\/|$)/.test(text) ? workFolder + value.slice(1) : value
}

function bytes(text: string): string {
  return Buffer.from(text).toString('latin1')
}

function matches([name, ...args]: readonly Expected[], [ran, ...given]: readonly string[]): boolean {
  return typeof name === 'string' && name.slice(name.lastIndexOf('/') + 1) === ran && argsMatch(args, given)
}

function argsMatch([first, ...others]: readonly Expected[], given: readonly string[]): boolean {
  if (first === undefined) return given.length === 0
  if (first !== any)
    return given.length > 0 && (first === one || first === given[0]) && argsMatch(others, given.slice(1))
  return given.some((_, i) => argsMatch(others, given.slice(i))) || argsMatch(others, [])
}
