import { checkArithmetic } from './arithmetic.js'
import { checkConditional } from './conditional.js'
import type { Doubts } from './doubts.js'
import { eitherPlace } from './folders.js'
import type { FoundCommand } from './found-command.js'
import { copyScope, forget, type Scope } from './scope.js'
import { walkSubstitutions } from './substitutions.js'
import { assignedNames, survey } from './survey.js'
import {
  type AndOr,
  type ParsedScript,
  type Pipeline,
  type Script,
  type Statement,
  type SyntaxNode,
  troublesOf,
} from './syntax.js'
import { spanIn, type Walk } from './walk.js'
import { walkBranches } from './walk-branches.js'
import { walkCommand } from './walk-command.js'
import { givesInput, walkRedirects } from './walk-redirects.js'

/** Everything that a script may do, in source order, outer before inner. */
export function walkScript(script: ParsedScript, scope: Scope, doubts: Doubts): Walk {
  const walk: Walk = { survey: survey(script), doubts, commands: [], mentions: [], effects: [], visit }
  visit(script, scope, walk)
  return walk
}

function visit(node: SyntaxNode, scope: Scope, walk: Walk, pipedFrom?: FoundCommand): void {
  switch (node.type) {
    case 'Script':
      visitScript(node, scope, walk)
      return
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
      visit(node.body, scope, walk)
      return
    case 'Subshell':
      visit(node.body, copyScope(scope), walk)
      return
    case 'Redirected':
      walkRedirected(node, scope, walk)
      return
    case 'TestCommand':
      checkConditional(node.expression, scope, walk)
      walkSubstitutions(node, scope, walk)
      return
    case 'ArithmeticCommand':
      if (!node.expression)
        walk.doubts.add('arithmetic that is not understood', node.body, spanIn(node, walk))
      checkArithmetic(node.expression, scope, walk.doubts)
      walkSubstitutions(node, scope, walk)
      return
    case 'If':
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
      walk.doubts.add('syntax that is not understood', node.type, spanIn(node, walk))
      walkSubstitutions(node, scope, walk)
  }
}

function visitScript(script: Script, scope: Scope, walk: Walk): void {
  for (const { reason, start, end } of troublesOf(script)) {
    walk.doubts.add(reason, '', spanIn({ pos: start, end }, walk))
  }
  walkStatements(script.commands, scope, walk)
}

function walkStatements(statements: readonly Statement[], scope: Scope, walk: Walk): void {
  for (const { command, background } of statements) {
    const before = scope.places
    visit(command, background ? copyScope(scope) : scope, walk)
    // a `cd` that fails changes nothing, and the line goes on
    if (scope.places !== before && !endsOnFailure(command)) scope.places = eitherPlace(scope.places, before)
  }
}

/** `cd sub || exit 1` */
function endsOnFailure(node: SyntaxNode): boolean {
  if (node.type !== 'AndOr') return false
  const last = node.commands.at(-1)
  return node.operators.length === 1 && node.operators[0] === '||' && last !== undefined && exits(last)
}

function exits(node: SyntaxNode): boolean {
  if (node.type === 'Command') return node.name?.text === 'exit'
  const list = node.type === 'BraceGroup' ? node.body.commands : []
  const last = list.at(-1)
  return last !== undefined && !last.background && exits(last.command)
}

function walkPipeline({ commands }: Pipeline, scope: Scope, walk: Walk): void {
  const [only] = commands
  if (commands.length <= 1) {
    if (only) visit(only, scope, walk)
    return
  }
  let previous: FoundCommand | undefined
  commands.forEach((command, i) => {
    const stage = { ...copyScope(scope), hasInput: i > 0 || scope.hasInput }
    if (command.type === 'Command') previous = walkCommand(command, stage, walk, previous)
    else {
      visit(command, stage, walk)
      previous = undefined
    }
  })
}

/** Only the first part is sure to run; the others leave variables and folders in doubt. */
function walkAndOr(node: AndOr, scope: Scope, walk: Walk): void {
  const start = scope.places
  const assigned = new Set<string>()
  node.commands.forEach((command, i) => {
    if (node.operators[i - 1] === '||') {
      forget(assigned, scope)
      if (scope.places !== start && !endsOnFailure(node)) scope.places = eitherPlace(scope.places, start)
    }
    visit(command, scope, walk)
    if (i > 0) for (const name of assignedNames(command)) assigned.add(name)
  })
  forget(assigned, scope)
}

function walkRedirected(node: Extract<SyntaxNode, { type: 'Redirected' }>, scope: Scope, walk: Walk): void {
  const outer = scope.hasInput
  scope.hasInput ||= givesInput(node.redirects)
  visit(node.command, scope, walk)
  scope.hasInput = outer
  walkRedirects(node.redirects, scope, walk)
}
