import { checkArithmetic } from './arithmetic.js'
import { eitherPlace, nowhereKnown } from './folders.js'
import { copyScope, forget, isOwnVariable, type Known, type Places, type Scope, steers } from './scope.js'
import type { ShellWord } from './shell-word.js'
import { walkSubstitutions } from './substitutions.js'
import { assignedNames, movesFolder } from './survey.js'
import type { ArithmeticExpression, ArithmeticFor, SyntaxNode, Word } from './syntax.js'
import { noteRevealed, spanIn, type Walk, wordIn } from './walk.js'

type Branching = Extract<
  SyntaxNode,
  { type: 'If' | 'While' | 'For' | 'Select' | 'Case' | 'ArithmeticFor' | 'Function' | 'Coproc' }
>

/** Bodies that may run once, often or never: nothing stays known of what they assign, and each may leave the shell elsewhere. */
export function walkBranches(node: Branching, scope: Scope, walk: Walk): void {
  const assigned = assignedNames(node)
  forget(assigned, scope)
  const inside = copyScope(scope)
  const ends = walkBranch(node, inside, walk)
  forget(assigned, scope)
  scope.places = eitherPlace(scope.places, ...ends)
}

/** @returns where each way through may end */
function walkBranch(node: Branching, inside: Scope, walk: Walk): readonly Places[] {
  switch (node.type) {
    case 'If':
      return walkIf(node, inside, walk)
    case 'Case':
      return walkCase(node, inside, walk)
    case 'Function':
      return walkFunction(node, inside, walk)
    case 'Coproc':
      walk.effects.push('coproc starts a process in the background')
      walk.visit(node.body, inside, walk)
      return []
    case 'While':
      return walkLoop([node.clause, node.body], inside, walk)
    case 'For':
    case 'Select':
      bindLoopVariable(node, inside, walk)
      return walkLoop([node.body], inside, walk)
    case 'ArithmeticFor':
      if (walk.survey.numbersFollow) bindCounter(node, inside)
      for (const part of [node.initialize, node.test, node.update]) walkArithmetic(part, inside, walk)
      return walkLoop([node.body], inside, walk)
  }
}

function walkIf(node: Extract<SyntaxNode, { type: 'If' }>, inside: Scope, walk: Walk): readonly Places[] {
  const ends: Places[] = []
  const branch = (body: SyntaxNode) => {
    const own = copyScope(inside)
    walk.visit(body, own, walk)
    ends.push(own.places)
  }
  walk.visit(node.clause, inside, walk)
  branch(node.then)
  for (const { clause, then } of node.elif) {
    walk.visit(clause, inside, walk)
    branch(then)
  }
  if (node.else) branch(node.else)
  return [...ends, inside.places]
}

function walkCase(node: Extract<SyntaxNode, { type: 'Case' }>, inside: Scope, walk: Walk): readonly Places[] {
  readWithSubstitutions([node.word], inside, walk)
  let ended: Places = []
  for (const { pattern, body } of node.items) {
    readWithSubstitutions(pattern, inside, walk)
    const own = copyScope(inside)
    // `;&` goes on into the next body
    own.places = eitherPlace(inside.places, ended)
    walk.visit(body, own, walk)
    ended = eitherPlace(ended, own.places)
  }
  return [ended]
}

/** A later round begins where an earlier one ended. */
function walkLoop(bodies: readonly SyntaxNode[], inside: Scope, walk: Walk): readonly Places[] {
  if (bodies.some(movesFolder)) inside.places = eitherPlace(inside.places, nowhereKnown)
  for (const body of bodies) walk.visit(body, inside, walk)
  return [inside.places]
}

/** May be called later, from anywhere, with variables of any value. */
function walkFunction(
  node: Extract<SyntaxNode, { type: 'Function' }>,
  inside: Scope,
  walk: Walk,
): readonly Places[] {
  for (const name of inside.variables.keys()) inside.variables.set(name, {})
  inside.integers.clear()
  if (walk.survey.movesFolder) inside.places = nowhereKnown
  walk.visit(node.body, inside, walk)
  return [inside.places]
}

function readWithSubstitutions(nodes: readonly Word[], scope: Scope, walk: Walk): ShellWord[] {
  const words = nodes.map((word) => wordIn(word, scope, walk))
  for (const word of nodes) walkSubstitutions(word, scope, walk)
  return words
}

function walkArithmetic(expression: ArithmeticExpression | undefined, scope: Scope, walk: Walk): void {
  if (!expression) return
  checkArithmetic(expression, scope, walk.doubts)
  walkSubstitutions(expression, scope, walk)
}

function bindLoopVariable(
  node: Extract<SyntaxNode, { type: 'For' | 'Select' }>,
  inside: Scope,
  walk: Walk,
): void {
  const words = node.wordlist && readWithSubstitutions(node.wordlist, inside, walk)
  const name = node.name.text
  inside.variables.set(name, walk.survey.variablesFollow ? knownOf(words) : {})
  if (!isOwnVariable(name)) walk.effects.push(`it sets ${name}`)
  if (steers(name)) walk.doubts.add(`it sets ${name}`, node.name.text, spanIn(node.name, walk))
  for (const word of words ?? []) noteRevealed(word, walk)
}

function knownOf(words: readonly ShellWord[] | undefined): Known {
  if (!words || words.some((word) => word.splits || word.tilde)) return {}
  if (words.length === 1 && words[0]?.pattern !== undefined) return { pattern: words[0].pattern }
  const values = words.map((word) => word.values)
  return values.every((known) => known !== undefined) ? { values: values.flat() } : {}
}

/** `for ((i=0; …))`: the counter holds numbers, as long as nothing else in the loop assigns it. */
function bindCounter(node: ArithmeticFor, inside: Scope): void {
  const start = node.initialize
  if (start?.type !== 'ArithmeticBinary' || start.operator !== '=' || start.left.type !== 'ArithmeticWord')
    return
  if (start.right.type !== 'ArithmeticWord' || !/^\d+$/.test(start.right.value)) return
  const name = start.left.value
  if (!isOwnVariable(name) || assignedNames(node.body).has(name)) return
  inside.integers.add(name)
  if (!inside.variables.has(name)) inside.variables.set(name, {})
}
