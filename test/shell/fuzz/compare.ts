import type { ShellAnalysis } from '../../../src/shell/analysis.js'
import { type Ran, workFolder } from './jail.js'

/** Commands that bash ran and that the analysis neither lists nor doubts. */
export function unseenCommands({ commands }: Ran, analysis: ShellAnalysis): readonly (readonly string[])[] {
  if (analysis.uncertain.length > 0) return []
  const listed = listedForms(analysis)
  return commands.filter((argv) => argv[0] !== 'from-file' && !listed.some((form) => matches(form, argv)))
}

/** What an argument may be, as bytes. `one`: exactly one word that only the run decides; `any`: any number of them. */
type Expected = readonly string[] | typeof one | typeof any
const one = Symbol('one')
const any = Symbol('any')

function listedForms({ commands, possible }: ShellAnalysis): readonly (readonly Expected[])[] {
  const ofLine = commands.map(({ words }) =>
    words.map(({ value, text }) =>
      value === undefined ? unknown(text) : [bytes(/^~(\/|$)/.test(text) ? atHome(value) : value)],
    ),
  )
  const ofOthers = possible
    .filter(({ via }) => via !== '')
    .map(({ argv }) =>
      argv.map(
        (
          arg, // how it was written isn't told: a `~` may be a plain one
        ) => (arg === undefined ? any : [bytes(arg), bytes(atHome(arg))]),
      ),
    )
  return [...ofLine, ...ofOthers]
}

/** What stands in double quotes is one word, unless it holds a list. */
function unknown(text: string): Expected {
  return /^"[^"@*]*"$/.test(text) ? one : any
}

/** The analyser leaves a leading `~` as it is written. */
function atHome(value: string): string {
  return value.replace(/^~(?=\/|$)/, workFolder)
}

function bytes(text: string): string {
  return Buffer.from(text).toString('latin1')
}

function matches([name, ...args]: readonly Expected[], [ran, ...given]: readonly string[]): boolean {
  const names = name === one || name === any ? [] : (name ?? [])
  return names.some((each) => each.slice(each.lastIndexOf('/') + 1) === ran) && argsMatch(args, given)
}

function argsMatch([first, ...others]: readonly Expected[], given: readonly string[]): boolean {
  if (first === undefined) return given.length === 0
  if (first === any) return given.some((_, i) => argsMatch(others, given.slice(i))) || argsMatch(others, [])
  const [next, ...rest] = given
  return next !== undefined && (first === one || first.includes(next)) && argsMatch(others, rest)
}
