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
  /** A variable of the environment whose value it would carry, beyond the well-known harmless ones. */
  readonly reveals: string | undefined
}

export function couldBeOption(word: ShellWord): boolean {
  if (word.values) return word.values.some((value) => value.startsWith('-')) || (word.splits && word.values.includes(''))
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
    reveals: undefined,
  }
}
