import { couldBeOption, literalWord, type ShellWord } from './shell-word.js'

/** Which options of a program take a value; all others take none. */
export interface OptionShape {
  /** Letters. */
  readonly short?: string
  /** Without the dashes. A value may follow as the next word, or after `=`. */
  readonly long?: string
}

export interface LeadingOptions {
  /** In order, without dashes; the value where the option takes one. */
  readonly options: readonly { readonly name: string; readonly value: ShellWord | undefined }[]
  /** From the first operand on. */
  readonly rest: readonly ShellWord[]
  /** A word among them that only the run decides, and that may be an option. */
  readonly dark: ShellWord | undefined
}

/** The options before the first operand, as programs read them that run a command after their own options. */
export function readLeadingOptions(
  args: readonly ShellWord[],
  { short = '', long = '' }: OptionShape,
): LeadingOptions {
  const options: { name: string; value: ShellWord | undefined }[] = []
  const longNames = long === '' ? [] : long.split(' ')
  let [at, dark]: [number, ShellWord | undefined] = [0, undefined]
  const take = (): ShellWord | undefined => {
    const value = args[at++]
    // it may become more words than the value
    if (value?.splits) dark ??= value
    return value
  }
  while (at < args.length) {
    const word = args[at]!
    const { value } = word
    if (value === undefined)
      return { options, rest: args.slice(at), dark: dark ?? (couldBeOption(word) ? word : undefined) }
    if (value === '--') return { options, rest: args.slice(at + 1), dark }
    if (!value.startsWith('-') || value === '-') break
    at++
    if (value.startsWith('--')) {
      const [name = '', attached] = splitOnce(value.slice(2))
      // an abbreviation is as good as the whole name
      const takesValue = longNames.some((each) => each.startsWith(name))
      options.push({
        name,
        value: attached !== undefined ? literalWord(attached, word) : takesValue ? take() : undefined,
      })
      continue
    }
    for (let i = 1; i < value.length; i++) {
      const name = value[i]!
      if (!short.includes(name)) options.push({ name, value: undefined })
      else {
        const attached = value.slice(i + 1)
        options.push({ name, value: attached !== '' ? literalWord(attached, word) : take() })
        break
      }
    }
  }
  return { options, rest: args.slice(at), dark }
}

function splitOnce(text: string): [string, string | undefined] {
  const at = text.indexOf('=')
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}
