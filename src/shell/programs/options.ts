import type { ProgramVerdict } from '../program.js'
import { couldBeOption, pathsOf, type ShellWord } from '../shell-word.js'

/** The options of one program that are known to change nothing. Any other makes the call not read-only. */
export interface OptionSpec {
  /** Single letters without a value; may stand together: `-la`. */
  readonly flags?: string
  /** Single letters that take a value, attached or as the next word. */
  readonly values?: string
  /** Single letters that may have a value attached, and take no further word: `-uno`. */
  readonly attached?: string
  /** As `values`, where the value is a file that is read. */
  readonly files?: string
  /** Long names without a value, blanks between them; also with `=value` where an option takes one only so. */
  readonly long?: string
  /** Long names with a value: `--name=value` or `--name value`. */
  readonly longValues?: string
  readonly longFiles?: string
  /** Long names whose value is optional, and then stands behind `=` or as the next word: `--merged`, `--merged main`. */
  readonly longOptional?: string
  /** Letters and long names whose value is a file that is written. */
  readonly writes?: string
  readonly longWrites?: string
  /** Letters and long names that start a program. */
  readonly runs?: string
  readonly longRuns?: string
  /** `-20` */
  readonly numbers?: boolean
  /** Even an option that a glob becomes only reads: there is none that does more. */
  readonly globs?: boolean
  /** `+20` is no operand. */
  readonly plus?: boolean
}

/** The words of a call, sorted. `problem`: an option that is not known, or that only the run decides. */
export interface Sorted {
  readonly problem: string | undefined
  readonly operands: readonly ShellWord[]
  /** Files named by options. */
  readonly files: readonly ShellWord[]
  /** Files that options write. */
  readonly written: readonly ShellWord[]
  /** Every option as it is called in the spec: `-n`, `--name`. */
  readonly options: ReadonlySet<string>
}

/** What an option is to a program. `optional`: a value may follow as the next word, or none. */
type Kind = 'flag' | 'value' | 'file' | 'optional' | 'attached' | 'write' | 'run'

const known = new WeakMap<OptionSpec, ReadonlyMap<string, Kind>>()

/** Every option of the spec, with its dashes. */
function kindsOf(spec: OptionSpec): ReadonlyMap<string, Kind> {
  const found = known.get(spec)
  if (found) return found
  const kinds = new Map<string, Kind>()
  const add = (letters: string | undefined, names: string | undefined, kind: Kind) => {
    for (const letter of letters ?? '') kinds.set(`-${letter}`, kind)
    for (const name of names?.split(' ') ?? []) if (name !== '') kinds.set(`--${name}`, kind)
  }
  add(spec.flags, spec.long, 'flag')
  add(spec.attached, undefined, 'attached')
  add(spec.values, spec.longValues, 'value')
  add(spec.files, spec.longFiles, 'file')
  add(undefined, spec.longOptional, 'optional')
  add(spec.writes, spec.longWrites, 'write')
  add(spec.runs, spec.longRuns, 'run')
  known.set(spec, kinds)
  return kinds
}

/** An abbreviation of what writes or runs is as good as its whole name; others must be written out. */
function kindOfLong(name: string, kinds: ReadonlyMap<string, Kind>): Kind | undefined {
  const exact = kinds.get(name)
  if (exact !== undefined || name.length < 3) return exact
  for (const [each, kind] of kinds)
    if ((kind === 'write' || kind === 'run') && each.startsWith(name)) return kind
  return undefined
}

interface Sorting {
  readonly spec: OptionSpec
  readonly kinds: ReadonlyMap<string, Kind>
  readonly operands: ShellWord[]
  readonly files: ShellWord[]
  readonly written: ShellWord[]
  readonly options: Set<string>
  problem: string | undefined
}

/** Sorts words by a spec, as getopt does: options may stand between operands, `--` ends them. */
export function sortWords(words: readonly ShellWord[], spec: OptionSpec): Sorted {
  const sorting: Sorting = {
    spec,
    kinds: kindsOf(spec),
    operands: [],
    files: [],
    written: [],
    options: new Set(),
    problem: undefined,
  }
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    if (word.value === '--') {
      sorting.operands.push(...words.slice(i + 1))
      break
    }
    if (spec.plus && /^\+\d+$/.test(word.value ?? '')) continue
    if (isOperand(word, spec)) sorting.operands.push(word)
    else i += takeOption(word, words[i + 1], sorting)
  }
  return sorting
}

function isOperand(word: ShellWord, spec: OptionSpec): boolean {
  const { value, prefix } = word
  if (value === undefined)
    return !couldBeOption(word) || (spec.globs === true && word.glob && !word.splits && !/^-/.test(prefix))
  return !value.startsWith('-') || value === '-'
}

/** How many further words it took. What is not known is a problem, and takes none: what follows may be files all the same. */
function takeOption(word: ShellWord, next: ShellWord | undefined, sorting: Sorting): number {
  const { value, prefix, splits } = word
  if (value === undefined && splits) return fail(`${word.text} may become an option`, sorting)
  // `--include=*.{ts,js}`: whatever it becomes, it is this option
  const long = /^(--[\w-]+)(=)?/.exec(value ?? prefix)
  if (long && (value !== undefined || long[2] === '=')) {
    const attached = long[2] === undefined ? undefined : part(word, long[0].length)
    return takeValue(long[1]!, kindOfLong(long[1]!, sorting.kinds), attached, next, sorting)
  }
  if (!/^-[^-]/.test(prefix)) return fail(`${word.text} may become an option`, sorting)
  return takeLetters(word, next, sorting)
}

function takeLetters(word: ShellWord, next: ShellWord | undefined, sorting: Sorting): number {
  const letters = word.prefix.slice(1)
  if (sorting.spec.numbers && word.value !== undefined && /^\d+$/.test(letters)) return 0
  for (let at = 0; at < letters.length; at++) {
    const name = `-${letters[at]}`
    const kind = sorting.kinds.get(name)
    if (kind === 'flag') {
      sorting.options.add(name)
      continue
    }
    const isLast = at === letters.length - 1 && word.value !== undefined
    return takeValue(name, kind, isLast ? undefined : part(word, at + 2), next, sorting)
  }
  return word.value === undefined ? fail(`${word.text} may become an option`, sorting) : 0
}

function takeValue(
  name: string,
  kind: Kind | undefined,
  attached: ShellWord | undefined,
  next: ShellWord | undefined,
  sorting: Sorting,
): number {
  sorting.options.add(name)
  if (kind === undefined) return fail(`the option ${name} is not known to only read`, sorting)
  if (kind === 'flag' || kind === 'attached') return 0
  const follows = next !== undefined && !isOption(next)
  const value = attached ?? (kind === 'optional' && !follows ? undefined : next)
  if (kind === 'write') fail(`the option ${name} writes a file`, sorting)
  if (kind === 'run') fail(`the option ${name} starts a program`, sorting)
  if (value === undefined)
    return kind === 'optional' ? 0 : fail(`the option ${name} lacks its value`, sorting)
  if (kind === 'file') sorting.files.push(value)
  if (kind === 'write') sorting.written.push(value)
  if (attached !== undefined) return 0
  // with blanks in it the next word is several, and the second may be an option
  if (mayBecomeSeveral(value, sorting.spec))
    fail(`${value.text} may become more than the value of ${name}`, sorting)
  return 1
}

function isOption({ value }: ShellWord): boolean {
  return value?.startsWith('-') === true && value !== '-'
}

function mayBecomeSeveral(word: ShellWord, { globs }: OptionSpec): boolean {
  return word.value === undefined && (word.splits || (word.glob && globs !== true))
}

function fail(problem: string, sorting: Sorting): number {
  sorting.problem ??= problem
  return 0
}

/** What is attached to an option behind so many characters, as a word. A `~` in there is plain text. */
function part(word: ShellWord, length: number): ShellWord {
  const value = word.value?.slice(length)
  const text = value ?? word.text
  const values = word.values?.map((each) => each.slice(length))
  return { ...word, value, values, prefix: word.prefix.slice(length), tilde: false, text, pattern: undefined }
}

export function pathsFrom(
  words: readonly ShellWord[],
  access: 'read' | 'write' | 'delete',
): ProgramVerdict['paths'] {
  return words.flatMap((word) => {
    // standard input, or a pipe of the line's own
    if (access === 'read' && (word.value === '-' || word.pipe)) return []
    const shared = { access, text: word.text, ...(word.pattern !== undefined && { pattern: word.pattern }) }
    return pathsOf(word).map((path) => ({ ...shared, path }))
  })
}

const nothing = { paths: [], hosts: [], usesGit: false, folders: [] } as const

export function reads(
  reason: string,
  paths: ProgramVerdict['paths'] = [],
  more: Partial<ProgramVerdict> = {},
): ProgramVerdict {
  return { ...nothing, readOnly: { value: true, reason }, paths, ...more }
}

export function changes(
  reason: string,
  paths: ProgramVerdict['paths'] = [],
  more: Partial<ProgramVerdict> = {},
): ProgramVerdict {
  return { ...nothing, readOnly: { value: false, reason }, paths, ...more }
}
