import type { Span } from './analysis.js'
import { findUnreadable } from './bounds.js'
import { noteDoubts, noteWords } from './command-doubts.js'
import type { Doubts } from './doubts.js'
import type { FoundCommand } from './found-command.js'
import { type InnerScript, innerScripts, type ShellInput } from './inner-scripts.js'
import { launchedCommands } from './launched-commands.js'
import { emptyScope, type Places } from './scope.js'
import { readsOtherwise } from './shell-dialects.js'
import { couldBeOption, literalWord, programOf, type ShellWord, unknownWord } from './shell-word.js'
import { parseScript } from './syntax.js'
import type { Walk } from './walk.js'
import { walkScript } from './walk-script.js'
import { unwrap } from './wrappers.js'

const MAX_DEPTH = 12
/** What one line may make us look at beyond itself, all inner commands taken together. */
const MAX_WORDS = 100_000
const MAX_SCRIPT_TEXT = 200_000

/** A command that may run: one of the line itself, or one that such a command starts. */
export interface Running {
  readonly words: readonly ShellWord[]
  /** The assignments before it, each as one word. */
  readonly assignments: readonly ShellWord[]
  /** What starts it; empty where it stands in the line itself. */
  readonly via: string
  /** More words than these follow, which only the run decides. */
  readonly open: boolean
  readonly places: Places
  readonly hasInput: boolean
}

export interface RunningCommands {
  readonly running: readonly Running[]
  /** Scripts of inner shells. */
  readonly scripts: readonly Walk[]
}

/** What is left of the bounds; shared by all commands of a line. */
export interface Budget {
  words: number
  text: number
}

export function fullBudget(): Budget {
  return { words: MAX_WORDS, text: MAX_SCRIPT_TEXT }
}

interface Search {
  readonly doubts: Doubts
  readonly budget: Budget
  /** Where doubts about inner commands point. */
  readonly span: Span
  readonly running: Running[]
  readonly scripts: Walk[]
}

/** A command of the line with everything that it may start itself: behind wrappers, in inner shells, as an action of `find`. */
export function findRunning(found: FoundCommand, doubts: Doubts, budget: Budget): RunningCommands {
  const search: Search = {
    doubts,
    budget,
    span: { start: found.start, end: found.end },
    running: [],
    scripts: [],
  }
  follow(ofLine(found), inputOf(found), 0, search)
  return search
}

function ofLine({ words, assignments, places, hasInput }: FoundCommand): Running {
  const before = assignments.map(({ name, value, text, word, start, end }): ShellWord => {
    const whole = value === undefined ? undefined : `${name}=${value}`
    const near = { text, value: whole, glob: false, start, end }
    const known = literalWord(whole ?? `${name}=`, near)
    return {
      ...known,
      text,
      value: whole,
      values: whole === undefined ? undefined : known.values,
      reveals: word?.reveals,
    }
  })
  return { words, assignments: before, via: '', open: false, places, hasInput }
}

/** What a shell would read from its standard input. */
function inputOf({ input, hasInput, pipedFrom }: FoundCommand): ShellInput {
  if (!hasInput) return undefined
  return { text: input ?? (pipedFrom && printedText(pipedFrom)) }
}

/** What `echo` and `printf` print, as far as it is plain text. */
function printedText({ words }: FoundCommand): string | undefined {
  const [name, ...args] = words.map(({ value }) => value)
  if (name === 'printf' && args.length === 1 && !/[%]|^-/.test(args[0] ?? '%'))
    return args[0]?.replaceAll('\\n', '\n')
  if (name !== 'echo' || args.some((arg) => arg === undefined || /\\|^-/.test(arg))) return undefined
  return args.join(' ')
}

function follow(command: Running, input: ShellInput, depth: number, search: Search): void {
  const { words } = command
  search.running.push(command)
  // `$SHELL -c …` says what it is by its option
  const program = programOf(words) ?? (/^-[a-z]*c$/.test(words[1]?.value ?? '') ? 'sh' : undefined)
  if (command.via !== '') noteWords(words, search.span, search.doubts)
  if (program === undefined) return
  search.budget.words -= depth === 0 ? 0 : words.length
  if (depth > MAX_DEPTH || search.budget.words < 0) {
    doubt('commands start commands too deep or too many to follow', words, search)
    return
  }
  followWrapped(program, command, input, depth, search)
  followLaunched(program, command, depth, search)
  // a word that is added may be the script
  const scripts = innerScripts(program, command.open ? [...words, unknownWord(search.span)] : words, input)
  for (const script of scripts) {
    if (script.text !== undefined && readsOtherwise(program, script.text))
      doubt(`${program} may read its text in another way than bash`, words, search)
    followScript(script, command, depth, search)
  }
}

function followWrapped(
  program: string,
  command: Running,
  input: ShellInput,
  depth: number,
  search: Search,
): void {
  const inner = unwrap(program, command.words)
  if (!inner) return
  if (inner.dark) doubt(`only the run decides the options of ${program}`, [inner.dark], search)
  if (inner.words.length > 0) {
    const next: Running = {
      words: inner.words,
      assignments: inner.assignments,
      via: via(command, program),
      open: command.open || inner.open,
      places: command.places.map((folders) => [...folders, ...inner.folders]),
      // `xargs` and its kind read the input themselves
      hasInput: command.hasInput && !inner.open,
    }
    follow(next, inner.open ? undefined : input, depth + 1, search)
  }
  if (program === 'env') followSplit(inner, command, depth, search)
}

function followLaunched(program: string, command: Running, depth: number, search: Search): void {
  const { words, places, hasInput } = command
  for (const launched of launchedCommands(program, words)) {
    if (launched.words.length === 0) continue
    const next: Running = { ...launched, assignments: [], via: via(command, launched.via), places, hasInput }
    follow(next, undefined, depth + 1, search)
  }
  if (launches(program) && words.some(mayHideAction))
    doubt(`only the run decides the options of ${program}`, words, search)
}

function via(outer: Running, program: string): string {
  return outer.via === '' ? program : `${outer.via} ${program}`
}

/** `env -S 'one string'`: words in a string. */
function followSplit(
  { options, words }: NonNullable<ReturnType<typeof unwrap>>,
  outer: Running,
  depth: number,
  search: Search,
): void {
  for (const { name, value } of options) {
    if (name !== 'S' && !(name.length > 1 && 'split-string'.startsWith(name))) continue
    const text =
      value?.value === undefined ? undefined : [value.value, ...words.map(({ text }) => text)].join(' ')
    followScript(
      { text: text === undefined ? undefined : `env ${text}`, via: 'env -S' },
      outer,
      depth,
      search,
    )
  }
}

function followScript({ text, via: how }: InnerScript, outer: Running, depth: number, search: Search): void {
  const { doubts, span } = search
  if (text === undefined) {
    doubt(`${how} runs text that only the run decides`, outer.words, search)
    return
  }
  search.budget.text -= text.length
  if (search.budget.text < 0) {
    doubt('inner shells run more text than can be followed', outer.words, search)
    return
  }
  const unreadable = findUnreadable(text)
  if (unreadable) {
    doubt(unreadable.reason, outer.words, search)
    return
  }
  doubts.within(span, () => {
    const scope = { ...emptyScope(), places: outer.places, hasInput: outer.hasInput }
    const walk = walkScript(parseScript(text), scope, doubts)
    search.scripts.push(walk)
    for (const found of walk.commands) {
      noteDoubts(found, walk.survey, doubts)
      if (found.words.length === 0) continue
      follow({ ...ofLine(found), via: via(outer, how) }, inputOf(found), depth + 1, search)
    }
  })
}

function doubt(reason: string, words: readonly ShellWord[], { doubts, span }: Search): void {
  doubts.add(reason, words.map(({ text }) => text).join(' '), span)
}

function launches(program: string): boolean {
  return /^(g?find|fd|fdfind|parallel)$/.test(program)
}

/** A word that may become several, among them `-exec` and a command. */
function mayHideAction(word: ShellWord): boolean {
  if (word.value !== undefined) return false
  const isBrace = word.glob && /[{]/.test(word.text)
  return (word.splits || isBrace) && couldBeOption(word)
}
