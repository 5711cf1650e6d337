import type { Span } from './analysis.js'
import type { Doubts } from './doubts.js'
import type { FoundCommand } from './found-command.js'
import { isSafePrefix, steers } from './scope.js'
import { couldBeOption, programOf, type ShellWord } from './shell-word.js'
import type { Survey } from './survey.js'

/** Behind a redirection or an assignment these are plain names, but not in every corner of bash. */
const RESERVED =
  /^(!|if|then|elif|else|fi|for|while|until|do|done|case|esac|in|select|function|time|coproc|\{|\}|\[\[|\]\])$/

/** Why the words alone do not say what will run: no allow rule may match then. */
export function noteDoubts(found: FoundCommand, survey: Survey, doubts: Doubts): void {
  const { words, assignments } = found
  for (const { name, value, text } of assignments) {
    const isSafe = words.length === 0 ? !steers(name) : isSafeBefore(words, name, value)
    if (!isSafe) doubts.add(`it sets ${name}`, text, found)
  }
  const name = words[0]?.value
  if (name !== undefined && survey.functions.has(name)) {
    doubts.add(`${name} is a function that the line defines`, name, found)
  }
  noteWords(words, found, doubts)
}

/** The same of a command that another one starts, where functions and assignments before it play no part. */
export function noteWords(words: readonly ShellWord[], span: Span, doubts: Doubts): void {
  const [name, ...args] = words
  if (!name) return
  const note = (reason: string, text: string) => doubts.add(reason, text, span)
  if (name.value === undefined) {
    note('only the run decides which program it is', name.text)
    return
  }
  if (RESERVED.test(name.text)) note('a reserved word stands where bash may read it either way', name.text)
  if (/[^\x20-\x7e]/.test(name.value)) note('its name has characters that may look like others', name.text)
  const program = programOf(words) ?? ''
  const reason = builtins.get(program)?.(args, program)
  if (reason !== undefined) note(reason, words.map(({ text }) => text).join(' '))
}

/** `IFS= read -r line` splits its input and changes nothing else. */
export function isSafeBefore(words: readonly ShellWord[], name: string, value: string | undefined): boolean {
  return isSafePrefix(name, value) || (name === 'IFS' && value !== undefined && words[0]?.value === 'read')
}

type Judge = (args: readonly ShellWord[], name: string) => string | undefined

const always =
  (reason: string): Judge =>
  (args) =>
    args.length > 0 ? reason : undefined

/** Where an argument says so, or may. */
const where =
  (matches: (value: string) => boolean, reason: string): Judge =>
  (args) =>
    args.some(({ value }) => value === undefined || matches(value)) ? reason : undefined

const loadsCode = always('it may load or run code')
const declares: Judge = (args, name) => declarationDoubt(name, args)
const assigns: Judge = (args, name) => assigningDoubt(name, args)
const tests: Judge = (args, name) =>
  args.some(({ value }, i) => /^-[vR]$/.test(value ?? '') && !isName(args[i + 1]))
    ? `${name} -v evaluates a subscript`
    : undefined

/** Builtins that change what later words mean, or that evaluate their arguments once more. */
const builtins: ReadonlyMap<string, Judge> = new Map(
  Object.entries({
    eval: always('eval reads its arguments as commands'),
    let: always('let evaluates its arguments'),
    enable: loadsCode,
    compgen: loadsCode,
    complete: loadsCode,
    bind: loadsCode,
    alias: (args) =>
      args.some(({ prefix, value }) => value === undefined || prefix.includes('='))
        ? 'alias changes what a name means'
        : undefined,
    hash: where((value) => /^-[a-zA-Z]*p/.test(value), 'hash changes which program a name means'),
    shopt: where(
      (value) => /^(expand_aliases|extdebug|lastpipe)$/.test(value),
      'shopt changes how the line is read',
    ),
    set: (args) => (args.some(setsMore) ? 'set changes how the line is read' : undefined),
    unset: where((value) => /^-[a-z]*f|\[/.test(value) || steers(value), 'unset changes what a name means'),
    declare: declares,
    typeset: declares,
    local: declares,
    export: declares,
    readonly: declares,
    read: assigns,
    printf: assigns,
    mapfile: assigns,
    readarray: assigns,
    wait: assigns,
    getopts: assigns,
    test: tests,
    '[': tests,
  } satisfies Record<string, Judge>),
)

function setsMore({ value }: ShellWord, i: number, args: readonly ShellWord[]): boolean {
  if (i > 0 && /^[-+][a-z]*o$/.test(args[i - 1]?.value ?? ''))
    return !/^(pipefail|errexit|nounset|xtrace|noglob|noclobber)$/.test(value ?? '')
  return value === undefined ? i === 0 : /^[-+][a-zA-Z]*[akEThBP]/.test(value)
}

function declarationDoubt(name: string, args: readonly ShellWord[]): string | undefined {
  for (const { value, prefix } of args) {
    const variable = /^[^=+]*/.exec(prefix)?.[0] ?? ''
    if (value === undefined && !/^\w+\+?=/.test(prefix)) return `only the run decides what ${name} sets`
    if (/^[-+][a-zA-Z]*[nif]/.test(prefix)) return `${name} gives a name another meaning`
    if (variable.includes('[') || (/^-[a-zA-Z]*[aA]/.test(args[0]?.value ?? '') && /[$`]/.test(value ?? '')))
      return `${name} evaluates its arguments`
    if (prefix.includes('=') && steers(variable)) return `it sets ${variable}`
  }
  return undefined
}

/** Builtins that assign to variables which their arguments name: a name with a subscript is evaluated. */
function assigningDoubt(name: string, args: readonly ShellWord[]): string | undefined {
  const [first] = args
  if (
    name === 'printf' &&
    (first === undefined ||
      !couldBeOption(first) ||
      (first.value !== undefined && !first.value.startsWith('-v')))
  )
    return undefined
  if (name === 'wait' && args.every(({ value }) => value !== undefined && !/^-[a-z]*p/.test(value)))
    return undefined
  if (name === 'wait' && args.length === 1) return undefined
  const names = name === 'printf' ? args.slice(0, 2) : name === 'getopts' ? args.slice(1, 2) : args
  for (const { value } of names) {
    if (value === undefined) return `only the run decides what ${name} sets`
    if (value.includes('[') && !value.startsWith('-')) return `${name} evaluates a subscript`
    if (steers(value)) return `it sets ${value}`
    if (/^-[a-zA-Z]*C/.test(value) && /^(mapfile|readarray)$/.test(name)) return `${name} runs a callback`
  }
  return undefined
}

function isName(word: ShellWord | undefined): boolean {
  return word?.value !== undefined && /^\w+$/.test(word.value)
}
