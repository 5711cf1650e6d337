import { type FoundRedirect, readRedirect, redirectMentions } from './redirects.js'
import { isOwnVariable, type Scope } from './scope.js'
import { walkSubstitutions } from './substitutions.js'
import type { Redirection } from './syntax.js'
import { noteRevealed, spanIn, type Walk, wordIn } from './walk.js'

export function readRedirects(nodes: readonly Redirection[], scope: Scope, walk: Walk): FoundRedirect[] {
  return nodes.map((node) => {
    const target = node.type === 'HereDoc' ? undefined : node.target
    const { descriptor } = node
    if (descriptor?.type === 'FileDescriptorVariable' && !isOwnVariable(descriptor.name)) {
      walk.doubts.add(`it sets ${descriptor.name}`, `{${descriptor.name}}`, spanIn(node, walk))
    }
    if (node.type === 'HereDoc' && !node.closing) {
      walk.doubts.add('a here-document without an end', node.delimiter?.text ?? '', spanIn(node, walk))
    }
    const word = target && wordIn(target, scope, walk)
    if (word && node.type === 'HereString') noteRevealed(word, walk)
    return readRedirect(node, word, spanIn(node, walk), walk.doubts)
  })
}

/** The redirections of a whole loop, group or conditional. */
export function walkRedirects(nodes: readonly Redirection[], scope: Scope, walk: Walk): void {
  const redirects = readRedirects(nodes, scope, walk)
  walk.mentions.push(...redirectMentions(redirects, scope.places))
  noteRedirects(redirects, walk)
  for (const node of nodes) walkSubstitutions(node, scope, walk)
}

export function noteRedirects(redirects: readonly FoundRedirect[], walk: Walk): void {
  if (redirects.some(({ connects }) => connects)) walk.effects.push('a redirection opens a connection')
  else if (redirects.some(({ writesFile }) => writesFile)) walk.effects.push('a redirection writes a file')
}

/** Whether one of them is where the command reads from. */
export function givesInput(nodes: readonly Redirection[]): boolean {
  return nodes.some(isStandardInput)
}

/** The text of a here-document or here-string as the command reads it; `undefined` where the run decides it, or there is none. */
export function inputText(nodes: readonly Redirection[], scope: Scope, walk: Walk): string | undefined {
  const last = nodes.findLast(isStandardInput)
  if (last?.type === 'HereDoc') return last.delimiter?.quoted || !last.body.parts ? last.body.text : undefined
  return last?.type === 'HereString' && last.target ? wordIn(last.target, scope, walk).value : undefined
}

function isStandardInput({ operator, descriptor }: Redirection): boolean {
  return (
    operator.startsWith('<') &&
    (descriptor === undefined || (descriptor.type === 'FileDescriptor' && descriptor.value === 0))
  )
}
