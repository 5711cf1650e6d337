import { followDirectory } from './folders.js'
import type { FoundCommand } from './found-command.js'
import { hasGluedWords } from './glued-words.js'
import { redirectMentions } from './redirects.js'
import { isOwnVariable, type Scope } from './scope.js'
import { walkSubstitutions } from './substitutions.js'
import { type Command, forEachChild } from './syntax.js'
import { spanIn, type Walk } from './walk.js'
import { assign, readArgument, readAssignment } from './walk-assignments.js'
import { givesInput, inputText, noteRedirects, readRedirects } from './walk-redirects.js'

/** A simple command, then what its substitutions hold. Assignments to the line's own variables are none by themselves. */
export function walkCommand(
  node: Command,
  scope: Scope,
  walk: Walk,
  pipedFrom?: FoundCommand,
): FoundCommand | undefined {
  const prefix = node.prefix.filter((item) => item.type === 'Assignment')
  const words = node.name ? [node.name, ...node.args].map((item) => readArgument(item, scope, walk)) : []
  const redirects = readRedirects(node.redirects, scope, walk)
  const assignments = prefix.map((item) => readAssignment(item, scope, walk))
  const mentions = redirectMentions(redirects, scope.places)
  const { start, end } = spanIn(node, walk)
  if (hasGluedWords(node)) {
    const text = words.map((word) => word.text).join(' ')
    walk.doubts.add('a word holds a process substitution and more', text, { start, end })
  }
  const found: FoundCommand = {
    start,
    end,
    words,
    assignments,
    redirects,
    mentions,
    places: scope.places,
    input: inputText(node.redirects, scope, walk),
    hasInput: scope.hasInput || givesInput(node.redirects),
    pipedFrom: givesInput(node.redirects) ? undefined : pipedFrom,
  }
  const isListed = words.length > 0 || assignments.some(({ name }) => !isOwnVariable(name))
  if (isListed) walk.commands.push(found)
  else {
    walk.mentions.push(...mentions)
    noteRedirects(redirects, walk)
  }
  forEachChild(node, (child) => walkSubstitutions(child, scope, walk))
  if (words.length === 0) assign(prefix, assignments, scope, walk)
  else followDirectory(words, scope)
  return isListed ? found : undefined
}
