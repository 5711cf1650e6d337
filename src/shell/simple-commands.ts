import type { CommandAssignment, PathMention, Span } from './analysis.js'
import { checkArithmetic } from './arithmetic.js'
import { checkConditional } from './conditional.js'
import type { Doubts } from './doubts.js'
import { followDirectory } from './folders.js'
import { type FoundRedirect, readRedirect, redirectMentions } from './redirects.js'
import { copyScope, type Folders, isOwnVariable, type Known, type Scope } from './scope.js'
import type { ShellWord } from './shell-word.js'
import { assignedNames, type Survey } from './survey.js'
import {
  type AndOr,
  type ArithmeticFor,
  type Assignment,
  type Command,
  forEachChild,
  type Pipeline,
  type Redirection,
  type Script,
  type Statement,
  type SyntaxNode,
  troublesOf,
  type Word,
} from './syntax.js'
import { readWord } from './words.js'

/** A simple command as the walk finds it, before anything is judged. */
export interface FoundCommand extends Span {
  /** Empty: assignments alone, to variables that are not the line's own. */
  readonly words: readonly ShellWord[]
  readonly assignments: readonly CommandAssignment[]
  /** The assignments as written. */
  readonly assignmentTexts: readonly string[]
  readonly redirects: readonly FoundRedirect[]
  readonly after: Folders
  /** Text that it reads from a here-document or here-string; `undefined` where it has none or it is not static. */
  readonly input: string | undefined
  /** Its standard input is something of this line: a pipe, a file, a here-document. */
  readonly hasInput: boolean
  readonly pipedFrom: FoundCommand | undefined
}

/** Everything that the walk gathers, in source order. */
export interface Walk {
  readonly survey: Survey
  readonly doubts: Doubts
  readonly commands: FoundCommand[]
  readonly mentions: PathMention[]
  /** Why a construct that is no simple command does more than read. */
  readonly effects: string[]
  /** Set inside decoded backticks, whose positions are not those of the command. */
  origin: Span | undefined
}

export function walkScript(script: Script, scope: Scope, walk: Walk): void {
  for (const trouble of troublesOf(script)) walk.doubts.add(trouble.reason, '', spanOf(trouble, walk))
  walkStatements(script.commands, scope, walk)
}

function walkStatements(statements: readonly Statement[], scope: Scope, walk: Walk): void {
  for (const statement of statements) {
    walkNode(statement.command, statement.background ? copyScope(scope) : scope, walk)
  }
}

function walkNode(node: SyntaxNode, scope: Scope, walk: Walk, pipedFrom?: FoundCommand): void {
  switch (node.type) {
    case 'Command':
      walkCommand(node, scope, walk, pipedFrom)
      return
    case 'Pipeline':
      walkPipeline(node, scope, walk)
      return
    case 'AndOr':
      walkAndOr(node, scope, walk)
      return
    case 'CompoundList':
      walkStatements(node.commands, scope, walk)
      return
    case 'BraceGroup':
      walkNode(node.body, scope, walk, pipedFrom)
      return
    case 'Subshell':
      walkNode(node.body, copyScope(scope), walk)
      return
    case 'Redirected':
      walkNode(node.command, scope, walk)
      walkRedirects(node.redirects, scope, walk)
      return
    case 'TestCommand':
      checkConditional(node.expression, scope, walk, (word) => wordIn(word, scope, walk))
      walkSubstitutions(node, scope, walk)
      return
    case 'ArithmeticCommand':
      if (!node.expression) walk.doubts.add('arithmetic that is not understood', node.body, spanOf(node, walk))
      checkArithmetic(node.expression, scope, walk.doubts)
      walkSubstitutions(node, scope, walk)
      return
    case 'If':
    case 'Elif':
    case 'While':
    case 'For':
    case 'Select':
    case 'Case':
    case 'ArithmeticFor':
    case 'Function':
    case 'Coproc':
      walkBranches(node, scope, walk)
      return
    default:
      walk.doubts.add('syntax that is not understood', node.type, spanOf(node, walk))
      walkSubstitutions(node, scope, walk)
  }
}

function walkPipeline({ commands }: Pipeline, scope: Scope, walk: Walk): void {
  if (commands.length === 1) {
    walkNode(commands[0]!, scope, walk)
    return
  }
  let previous: FoundCommand | undefined
  for (const command of commands) {
    const before = walk.commands.length
    walkNode(command, copyScope(scope), walk, previous)
    previous = walk.commands[before]
  }
}

/** Only the first part is sure to run; `||` and later parts leave variables and folders in doubt. */
function walkAndOr({ commands, operators }: AndOr, scope: Scope, walk: Walk): void {
  let uncertainFolder = false
  commands.forEach((command, i) => {
    if (operators[i - 1] === '||') {
      for (const earlier of commands.slice(1, i)) forget(assignedNames(earlier), scope)
      uncertainFolder = true
    }
    const before = scope.folders
    walkNode(command, scope, walk)
    if (uncertainFolder && scope.folders !== before) scope.folders = [...before, undefined]
  })
  for (const later of commands.slice(1)) forget(assignedNames(later), scope)
}

type Branching = Extract<
  SyntaxNode,
  { type: 'If' | 'Elif' | 'While' | 'For' | 'Select' | 'Case' | 'ArithmeticFor' | 'Function' | 'Coproc' }
>

/** Bodies that may run once, often or never: each in a copy of the scope, with its own assignments forgotten. */
function walkBranches(node: Branching, scope: Scope, walk: Walk): void {
  const assigned = assignedNames(node)
  forget(assigned, scope)
  const inside = copyScope(scope)
  if (node.type === 'Function') for (const name of inside.variables.keys()) inside.variables.set(name, {})
  if (node.type === 'Coproc') walk.effects.push('coproc starts a process in the background')
  if (node.type === 'For' || node.type === 'Select') bindLoopVariable(node, inside, walk)
  if (node.type === 'ArithmeticFor') bindCounter(node, inside, walk)
  forEachChild(node, (child) => {
    switch (child.type) {
      case 'Word':
        if (node.type !== 'Function' && child.pos !== child.end) wordIn(child, scope, walk)
        walkSubstitutions(child, scope, walk)
        return
      case 'CaseItem':
        for (const pattern of child.pattern) walkSubstitutions(pattern, scope, walk)
        walkNode(child.body, inside, walk)
        return
      case 'ArithmeticBinary':
      case 'ArithmeticUnary':
      case 'ArithmeticTernary':
      case 'ArithmeticGroup':
      case 'ArithmeticWord':
      case 'ArithmeticCommandExpansion':
        checkArithmetic(child, inside, walk.doubts)
        walkSubstitutions(child, scope, walk)
        return
      default:
        walkNode(child, inside, walk)
    }
  })
  forget(assigned, scope)
  if (inside.folders !== scope.folders) scope.folders = [...scope.folders, undefined]
}

function bindLoopVariable(node: Extract<SyntaxNode, { type: 'For' | 'Select' }>, scope: Scope, walk: Walk): void {
  const words = node.wordlist?.map((word) => wordIn(word, scope, walk))
  scope.variables.set(node.name.text, walk.survey.variablesFollow ? knownOf(words) : {})
}

function knownOf(words: readonly ShellWord[] | undefined): Known {
  if (!words || words.some((word) => word.splits || word.tilde)) return {}
  if (words.length === 1 && words[0]!.pattern !== undefined) return { pattern: words[0]!.pattern }
  const values = words.map((word) => word.values)
  return values.every((known) => known !== undefined) ? { values: values.flat() } : {}
}

/** `for ((i=0; …))`: the counter holds numbers, as long as nothing else in the loop assigns it. */
function bindCounter(node: ArithmeticFor, scope: Scope, walk: Walk): void {
  const start = node.initialize
  if (start?.type !== 'ArithmeticBinary' || start.operator !== '=' || start.left.type !== 'ArithmeticWord') return
  if (start.right.type !== 'ArithmeticWord' || !/^\d+$/.test(start.right.value)) return
  const name = start.left.value
  if (!isOwnVariable(name) || assignedNames(node.body).has(name)) return
  scope.integers.add(name)
  if (!scope.variables.has(name)) scope.variables.set(name, {})
  void walk
}

function forget(names: ReadonlySet<string>, scope: Scope): void {
  for (const name of names) {
    scope.variables.set(name, {})
    scope.integers.delete(name)
  }
}

function walkCommand(node: Command, scope: Scope, walk: Walk, pipedFrom?: FoundCommand): void {
  const span = spanOf(node, walk)
  const prefix = node.prefix.filter((item) => item.type === 'Assignment')
  const words = node.name ? [node.name, ...node.args].map((item) => argument(item, scope, walk)) : []
  const redirects = readRedirects(node.redirects, scope, walk)
  const assignments = prefix.map((item) => assignment(item, scope, walk))
  const isListed = words.length > 0 || prefix.some((item) => !isOwnVariable(item.name))
  const found: FoundCommand = {
    ...span,
    words,
    assignments,
    assignmentTexts: prefix.map((item) => item.text),
    redirects,
    after: scope.folders,
    input: inputOf(node.redirects, redirects),
    hasInput: pipedFrom !== undefined || node.redirects.some((item) => item.operator.startsWith('<')),
    pipedFrom,
  }
  if (isListed) walk.commands.push(found)
  else if (redirects.some((redirect) => redirect.writesFile)) walk.effects.push('it writes a file')
  walk.mentions.push(...redirectMentions(redirects, scope.folders))
  forEachChild(node, (child) => walkSubstitutions(child, scope, walk))
  if (words.length === 0) assign(prefix, assignments, scope, walk)
  else followDirectory(words, scope)
}

function assign(
  nodes: readonly Assignment[],
  assignments: readonly CommandAssignment[],
  scope: Scope,
  walk: Walk,
): void {
  nodes.forEach((node, i) => {
    const value = assignments[i]!.value
    const isKnown = walk.survey.variablesFollow && value !== undefined && !node.append && !node.index
    scope.integers.delete(node.name)
    scope.variables.set(node.name, isKnown ? { values: [value] } : {})
  })
}

function assignment(node: Assignment, scope: Scope, walk: Walk): CommandAssignment {
  const span = spanOf(node, walk)
  if (node.index) {
    if (!/^\d+$/.test(node.index.text)) walk.doubts.add('a subscript is evaluated', node.text, span)
  }
  if (node.value.type === 'ArrayValue') {
    for (const element of node.value.elements) wordIn(element, scope, walk)
    return { ...span, name: node.name, value: undefined }
  }
  return { ...span, name: node.name, value: wordIn(node.value, scope, walk).value }
}

/** An argument; `export A=1` has one that the parser reads as an assignment. */
function argument(node: Word | Assignment, scope: Scope, walk: Walk): ShellWord {
  if (node.type === 'Word') return wordIn(node, scope, walk)
  const { value } = assignment(node, scope, walk)
  const text = `${node.name}${node.append ? '+' : ''}=${value ?? ''}`
  const isStatic = value !== undefined && !node.index
  return {
    ...spanOf(node, walk),
    text: node.text,
    value: isStatic ? text : undefined,
    values: isStatic ? [text] : undefined,
    prefix: isStatic ? text : `${node.name}`,
    glob: false,
    splits: false,
    tilde: false,
    pattern: undefined,
    reveals: undefined,
  }
}

function wordIn(word: Word, scope: Scope, walk: Walk): ShellWord {
  return readWord(word, spanOf(word, walk), scope, walk.doubts)
}

function readRedirects(nodes: readonly Redirection[], scope: Scope, walk: Walk): FoundRedirect[] {
  return nodes.map((node) => {
    const target = node.type === 'HereDoc' ? undefined : node.target
    if (node.type === 'HereDoc' && !node.closing) {
      walk.doubts.add('a here-document without an end', node.delimiter?.text ?? '', spanOf(node, walk))
    }
    return readRedirect(node, target && wordIn(target, scope, walk), spanOf(node, walk), walk.doubts)
  })
}

/** The redirections of a whole loop, group or conditional. */
function walkRedirects(nodes: readonly Redirection[], scope: Scope, walk: Walk): void {
  const redirects = readRedirects(nodes, scope, walk)
  walk.mentions.push(...redirectMentions(redirects, scope.folders))
  if (redirects.some((redirect) => redirect.connects)) walk.effects.push('a redirection opens a connection')
  else if (redirects.some((redirect) => redirect.writesFile)) walk.effects.push('a redirection writes a file')
  for (const node of nodes) walkSubstitutions(node, scope, walk)
}

function inputOf(nodes: readonly Redirection[], redirects: readonly FoundRedirect[]): string | undefined {
  const last = nodes.findLast((node) => node.operator.startsWith('<'))
  if (last?.type === 'HereDoc') return last.delimiter?.quoted || !last.body.parts ? last.body.text : undefined
  if (last?.type !== 'HereString') return undefined
  void redirects
  return last.target && !last.target.parts?.some(isDynamicPart) ? last.target.value : undefined
}

function isDynamicPart(part: SyntaxNode): boolean {
  return !/^(Literal|SingleQuoted|AnsiCQuoted|DoubleQuoted)$/.test(part.type) || hasDynamicChild(part)
}

function hasDynamicChild(node: SyntaxNode): boolean {
  let isDynamic = false
  forEachChild(node, (child) => {
    if (isDynamicPart(child)) isDynamic = true
  })
  return isDynamic
}

/** Every script inside substitutions below this node, in source order. */
function walkSubstitutions(node: SyntaxNode, scope: Scope, walk: Walk): void {
  if (node.type === 'Literal' || node.type === 'SimpleExpansion' || node.type === 'SingleQuoted') return
  if (node.type === 'HereDocBody') checkHereDocBody(node, scope, walk)
  if (node.type !== 'Script') {
    forEachChild(node, (child) => walkSubstitutions(child, scope, walk))
    return
  }
  walkScript(node, copyScope(scope), walk)
}

void (0 as unknown as Folders)
