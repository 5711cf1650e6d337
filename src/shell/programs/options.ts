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
  /** Every option as it is called in the spec: `-n`, `--name`. */
  readonly options: ReadonlySet<string>
}

interface Sets {
  readonly long: ReadonlySet<string>
  readonly longValues: ReadonlySet<string>
  readonly longFiles: ReadonlySet<string>
}

const known = new WeakMap<OptionSpec, Sets>()

function setsOf(spec: OptionSpec): Sets {
  let sets = known.get(spec)
  if (!sets) {
    const split = (names = '') =>
      new Set(
        names
          .split(' ')
          .filter(Boolean)
          .map((name) => `--${name}`),
      )
    sets = { long: split(spec.long), longValues: split(spec.longValues), longFiles: split(spec.longFiles) }
    known.set(spec, sets)
  }
  return sets
}

/** Sorts words by a spec, as getopt does: options may stand between operands, `--` ends them. */
export function sortWords(words: readonly ShellWord[], spec: OptionSpec): Sorted {
  const operands: ShellWord[] = []
  const files: ShellWord[] = []
  const options = new Set<string>()
  const done = (): Sorted => ({ problem: undefined, operands, files, options })
  // what stands behind may be files all the same: rules about paths must see them
  const stop = (problem: string, at: number): Sorted => {
    const rest = words.slice(at).filter(({ value }) => value === undefined || !value.startsWith('-'))
    return { problem, operands: [...operands, ...rest], files, options }
  }
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    const { value } = word
    if (value === '--') {
      operands.push(...words.slice(i + 1))
      return done()
    }
    if (value === undefined) {
      if (couldBeOption(word) && !(spec.globs && word.glob && !word.splits))
        return stop(`${word.text} may become an option`, i)
      operands.push(word)
      continue
    }
    if (spec.plus && /^\+\d+$/.test(value)) continue
    if (!value.startsWith('-') || value === '-') {
      operands.push(word)
      continue
    }
    const next = words[i + 1]
    const taken = value.startsWith('--')
      ? takeLong(word, next, spec, files, options)
      : takeShort(word, next, spec, files, options)
    if (typeof taken === 'string') return stop(taken, i + 1)
    i += taken
  }
  return done()
}

/** How many further words it took; a text where it is not known. */
function takeLong(
  word: ShellWord,
  next: ShellWord | undefined,
  spec: OptionSpec,
  files: ShellWord[],
  options: Set<string>,
): number | string {
  const value = word.value!
  const equals = value.indexOf('=')
  const name = equals < 0 ? value : value.slice(0, equals)
  const { long, longValues, longFiles } = setsOf(spec)
  options.add(name)
  if (long.has(name)) return 0
  const isFile = longFiles.has(name)
  if (!isFile && !longValues.has(name)) return `the option ${name} is not known to only read`
  if (equals >= 0) {
    if (isFile) files.push(part(word, value.slice(equals + 1)))
    return 0
  }
  if (next === undefined) return `the option ${name} lacks its value`
  if (isFile) files.push(next)
  return 1
}

function takeShort(
  word: ShellWord,
  next: ShellWord | undefined,
  spec: OptionSpec,
  files: ShellWord[],
  options: Set<string>,
): number | string {
  const letters = word.value!.slice(1)
  if (spec.numbers && /^\d+$/.test(letters)) return 0
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at]!
    options.add(`-${letter}`)
    if (spec.attached?.includes(letter)) return 0
    if (spec.flags?.includes(letter)) continue
    const isFile = spec.files?.includes(letter) ?? false
    if (!isFile && !spec.values?.includes(letter)) return `the option -${letter} is not known to only read`
    const rest = letters.slice(at + 1)
    if (rest !== '') {
      if (isFile) files.push(part(word, rest))
      return 0
    }
    if (next === undefined) return `the option -${letter} lacks its value`
    if (isFile) files.push(next)
    return 1
  }
  return 0
}

/** The value attached to an option, as a word. A `~` in there is plain text. */
function part(word: ShellWord, value: string): ShellWord {
  return { ...word, value, values: [value], prefix: value, tilde: false, text: value }
}

export function pathsFrom(
  words: readonly ShellWord[],
  access: 'read' | 'write' | 'delete',
): ProgramVerdict['paths'] {
  return words.flatMap((word) => {
    // standard input
    if (word.value === '-' && access === 'read') return []
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
