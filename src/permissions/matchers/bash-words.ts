import type { BashPattern } from './bash-pattern.js'
import type { KnownWord } from './strip-wrappers.js'

export type Touch = 'match' | 'maybe' | 'no'

/** Options before the subcommand that take the next word as their value. */
const valueOptions: Readonly<Record<string, ReadonlySet<string>>> = {
  git: new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--exec-path', '--config-env']),
  docker: new Set(['-H', '--host', '-l', '--log-level', '-c', '--context', '--config']),
  kubectl: new Set([
    '-n',
    '--namespace',
    '--context',
    '--kubeconfig',
    '-s',
    '--server',
    '--cluster',
    '--user',
  ]),
  npm: new Set(['--prefix', '-C', '-w', '--workspace']),
  gh: new Set(['-R', '--repo']),
}

/**
 * Deny and ask rules by their words, for commands that say the same in another order: the rule's options anywhere and in any
 * cluster, its other words in order, options between them skipped. Asks of an exact rule that nothing else is there.
 */
export function matchesWords(pattern: BashPattern, program: string, args: readonly KnownWord[]): Touch {
  const wanted = pattern.words.slice(1)
  if (wanted.some((word) => word.includes('*') || /['"\\]/.test(word))) return 'no'
  const wantedOptions = wanted.filter(isOption)
  const wantedWords = wanted.filter((word) => !isOption(word))
  const { words, options } = sortArguments(program, args)
  const unknownOption = args.includes(undefined)

  let touch: Touch = 'match'
  for (const [i, word] of wantedWords.entries()) {
    if (i < words.length && words[i] !== word) {
      if (words[i] !== undefined && !followsUnknownOption(program, args, word)) return 'no'
      touch = 'maybe'
    } else if (i >= words.length) {
      if (!unknownOption) return 'no'
      touch = 'maybe'
    }
  }
  const has = new Set(options.flatMap(optionParts))
  for (const part of wantedOptions.flatMap(optionParts)) {
    if (has.has(part)) continue
    if (!unknownOption) return 'no'
    touch = 'maybe'
  }
  if (pattern.head !== undefined) return touch
  const wantedParts = new Set(wantedOptions.flatMap(optionParts))
  const nothingElse = words.length === wantedWords.length && has.size === wantedParts.size
  return nothingElse ? touch : 'no'
}

function isOption(word: string): boolean {
  return word.startsWith('-') && word !== '-'
}

/** `-rf` is `-r` and `-f`; `--depth=1` is `--depth`. */
function optionParts(option: string): string[] {
  if (option.startsWith('--')) return [option.replace(/=.*$/s, '')]
  return [...option.slice(1)].map((letter) => `-${letter}`)
}

function sortArguments(
  program: string,
  args: readonly KnownWord[],
): { words: KnownWord[]; options: string[] } {
  const words: KnownWord[] = []
  const options: string[] = []
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]
    if (arg === undefined || !isOption(arg)) words.push(arg)
    else {
      options.push(arg)
      if (words.length === 0 && valueOptions[program]?.has(arg)) i++
    }
  }
  return { words, options }
}

/** An option that we do not know may take the next word as its value: then what the rule names stands behind it. */
function followsUnknownOption(program: string, args: readonly KnownWord[], word: string): boolean {
  const at = args.indexOf(word)
  const before = args[at - 2]
  return at >= 2 && before !== undefined && isOption(before) && !valueOptions[program]?.has(before)
}
