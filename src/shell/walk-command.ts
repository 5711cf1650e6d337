import { followDirectory } from './folders.js'
import type { FoundCommand } from './found-command.js'
import { redirectMentions } from './redirects.js'
import { isOwnVariable, type Scope } from './scope.js'
import type { ShellWord } from './shell-word.js'
import { walkSubstitutions } from './substitutions.js'
import { type Command, forEachChild } from './syntax.js'
import { spanIn, type Walk } from './walk.js'
import { assign, readArgument, readAssignment } from './walk-assignments.js'
import { givesInput, inputText, noteRedirects, readRedirects } from './walk-redirects.js'

/** The parser takes `<(a)b` for two words; bash makes it one. */
function noteSplitWords(words: readonly ShellWord[], { doubts }: Walk): void {
  for (const [i, word] of words.entries()) {
    const next = words[i + 1]
    if (next !== undefined && next.start === word.end && next.end > next.start)
      doubts.add('two words without a blank between them', `${word.text}${next.text}`, {
        start: word.start,
        end: next.end,
      })
  }
}

/** A simple command, then what its substitutions hold. Assignments to the line's own variables are none by themselves. */
export function walkCommand(
  node: Command,
  scope: Scope,
  walk: Walk,
  pipedFrom?: FoundCommand,
): FoundCommand | undefined {
  const prefix = node.prefix.filter((item) => item.type === 'Assignment')
  const words = node.name ? [node.name, ...node.args].map((item) => readArgument(item, scope, walk)) : []
  noteSplitWords(words, walk)
  const redirects = readRedirects(node.redirects, scope, walk)
  const assignments = prefix.map((item) => readAssignment(item, scope, walk))
  const mentions = redirectMentions(redirects, scope.places)
  const { start, end } = spanIn(node, walk)
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
