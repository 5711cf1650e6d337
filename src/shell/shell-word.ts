import type { CommandWord } from './analysis.js'

/** A word with what the analyser needs beyond the public shape. */
export interface ShellWord extends CommandWord {
  /** Static text before the first expansion or glob; the whole value of a static word. */
  readonly prefix: string
  /** An expansion outside quotes: it may become several words, or none. */
  readonly splits: boolean
  /** Every value it may take, where that is known: static, or made of variables with known values. Leading `$HOME` is `~`. */
  readonly values: readonly string[] | undefined
  /** It begins with `~` outside quotes, or with `$HOME`. */
  readonly tilde: boolean
  /** The glob whose matches it stands for, as written: its own, or that of a loop variable. */
  readonly pattern: string | undefined
  /** One process substitution and nothing else: it names a pipe of the line's own. */
  readonly pipe: boolean
  /** A variable of the environment whose value it would carry, beyond the well-known harmless ones. */
  readonly reveals: string | undefined
}

export function couldBeOption(word: ShellWord): boolean {
  if (word.values)
    return word.values.some((value) => value.startsWith('-')) || (word.splits && word.values.includes(''))
  if (word.splits) return true
  return word.prefix === '' || word.prefix.startsWith('-')
}

/** The files that the word may name, as bash would open them; `~` and `cwd` not resolved. */
export function pathsOf(word: ShellWord): readonly (string | undefined)[] {
  if (!word.values) return [undefined]
  // a `~` in quotes is a plain character
  return word.values.map((value) => (value.startsWith('~') && !word.tilde ? `./${value}` : value))
}

const PLAIN = /^[\w@%+=:,./~^#*?[\]{}!-]+$/

/** One argument in normal form: bare where that is unambiguous, else in single quotes. */
export function quote(value: string): string {
  return PLAIN.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`
}

export function normalForm(words: readonly Pick<ShellWord, 'value' | 'text'>[]): string {
  return words.map((word) => (word.value === undefined ? word.text : quote(word.value))).join(' ')
}

/** A word that stands for plain text: what an option's attached value or an inner shell's argument is. */
export function literalWord(value: string, near: CommandWord): ShellWord {
  return {
    text: value,
    value,
    glob: false,
    start: near.start,
    end: near.end,
    prefix: value,
    splits: false,
    values: [value],
    tilde: false,
    pattern: undefined,
    pipe: false,
    reveals: undefined,
  }
}

/** A word that holds what a program fills in while it runs (`{}` of `find -exec`) is not static. */
export function placeholder(word: ShellWord, mark: string): ShellWord {
  const at = word.value?.indexOf(mark) ?? -1
  if (at < 0) return word
  return {
    ...word,
    value: undefined,
    values: undefined,
    prefix: word.prefix.slice(0, at),
    splits: false,
    pattern: undefined,
  }
}

/** A word, or several, or none, that only the run decides. */
export function unknownWord({ start, end }: Pick<CommandWord, 'start' | 'end'>): ShellWord {
  return {
    ...literalWord('', { text: '', value: undefined, glob: false, start, end }),
    text: '…',
    value: undefined,
    values: undefined,
    splits: true,
  }
}

/** The program that a word names, whatever folder it stands in. `undefined`: only the run decides. */
export function programOf(words: readonly ShellWord[]): string | undefined {
  const value = words[0]?.value
  return value?.slice(value.lastIndexOf('/') + 1)
}
