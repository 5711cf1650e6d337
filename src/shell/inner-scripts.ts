import { watchOptions } from './launched-commands.js'
import { readLeadingOptions } from './leading-options.js'
import type { ShellWord } from './shell-word.js'

/** Text that a shell will read and run. */
export interface InnerScript {
  /** `undefined`: only the run decides it. */
  readonly text: string | undefined
  readonly via: string
}

/** What a shell reads from its standard input: text, text that only the run decides, or nothing. */
export type ShellInput = { readonly text: string | undefined } | undefined

const shells = /^(ba|da|z|k|mk|a|fi)?sh$|^rbash$/

/** The scripts that a command hands to a shell, in its arguments or on its standard input. */
export function innerScripts(
  program: string,
  words: readonly ShellWord[],
  input: ShellInput,
): readonly InnerScript[] {
  if (shells.test(program)) return shellScripts(program, words.slice(1), input)
  const args = words.slice(1)
  switch (program) {
    case 'eval':
      return [{ text: joined(withoutDashes(args)), via: 'eval' }]
    case 'trap':
      return trapScripts(withoutDashes(args))
    case 'watch': {
      const { options, rest } = readLeadingOptions(args, watchOptions)
      const isDirect = options.some(({ name }) => name === 'x' || name === 'exec')
      return rest.length === 0 || isDirect ? [] : [{ text: joined(rest), via: 'watch' }]
    }
    case 'su':
    case 'runuser':
    case 'script':
    case 'flock':
    case 'npm':
    case 'npx':
      return optionScripts(program, args, { letter: 'c', long: /^--(command|call|session-command)$/ })
    case 'git':
      return gitScripts(args)
    case 'hyperfine':
      return args.flatMap(({ value }) => (value?.startsWith('-') ? [] : [{ text: value, via: program }]))
    case 'emulate':
      return optionScripts(program, args, { letter: 'c' })
    case 'mapfile':
    case 'readarray':
      return optionScripts(program, args, { letter: 'C' })
    default:
      return []
  }
}

/** Options as `bash` reads them: letters in clusters, `o` and `O` each take a word, `-c` says that the first operand is the script. */
function shellScripts(
  program: string,
  args: readonly ShellWord[],
  input: ShellInput,
): readonly InnerScript[] {
  const via = `${program} -c`
  let [at, hasScript, readsInput] = [0, false, false]
  for (; at < args.length; at++) {
    const value = args[at]?.value
    // what only the run decides may be an option, also -c
    if (value === undefined) return [{ text: undefined, via: program }]
    if (value === '--' || value === '-') {
      at++
      break
    }
    if (/^--(rcfile|init-file)$/.test(value)) at++
    else if (/^[-+][^-]/.test(value)) {
      hasScript ||= value.startsWith('-') && value.includes('c')
      readsInput ||= value.includes('s')
      at += value.replace(/[^oO]/g, '').length
    } else if (/^--(version|help)$/.test(value)) return []
    else if (!value.startsWith('--')) break
  }
  if (hasScript) return [{ text: args[at]?.value, via }]
  if (at < args.length && !readsInput) return []
  return input ? [{ text: input.text, via: program }] : []
}

function trapScripts(args: readonly ShellWord[]): readonly InnerScript[] {
  const [action] = args
  if (args.length < 2 || !action || /^-[lp]?$|^$/.test(action.value ?? '?')) return []
  return [{ text: action.value, via: 'trap' }]
}

interface ScriptOption {
  readonly letter: string
  readonly long?: RegExp
}

/** The words after an option that takes a shell line, wherever it stands; attached too. */
function optionScripts(
  program: string,
  args: readonly ShellWord[],
  { letter, long }: ScriptOption,
): readonly InnerScript[] {
  return args.flatMap(({ value = '' }, i) => {
    const next = args[i + 1]?.value
    if (value.startsWith('--')) {
      const [name, attached] = /^(--[\w-]+)(?:=(.*))?$/s.exec(value)?.slice(1) ?? []
      return name !== undefined && long?.test(name)
        ? [{ text: attached ?? next, via: `${program} ${name}` }]
        : []
    }
    const attached = new RegExp(`^-[a-zA-Z]*?${letter}(.*)$`, 's').exec(value)?.[1]
    return attached === undefined ? [] : [{ text: attached || next, via: `${program} -${letter}` }]
  })
}

/** Subcommands that run a shell line for each thing that they go through. */
function gitScripts(args: readonly ShellWord[]): readonly InnerScript[] {
  const values = args.map(({ value }) => value)
  const after = (word: string) => args.slice(values.indexOf(word) + 1)
  if (values.includes('submodule') && values.includes('foreach')) {
    return [
      {
        text: joined(after('foreach').filter(({ value }) => !/^(--recursive|-q|--quiet)$/.test(value ?? ''))),
        via: 'git submodule foreach',
      },
    ]
  }
  if (values.includes('bisect') && values.includes('run'))
    return [{ text: joined(after('run')), via: 'git bisect run' }]
  if (values.includes('rebase')) return optionScripts('git rebase', args, { letter: 'x', long: /^--exec$/ })
  return []
}

function withoutDashes(args: readonly ShellWord[]): readonly ShellWord[] {
  return args[0]?.value === '--' ? args.slice(1) : args
}

/** As `eval` and `watch` put their words together; `undefined` where one of them is not static. */
function joined(words: readonly ShellWord[]): string | undefined {
  const values = words.map(({ value }) => value)
  return values.every((value) => value !== undefined) ? values.join(' ') : undefined
}
