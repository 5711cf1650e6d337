import type { CommandRedirect, PathMention, Span } from './analysis.js'
import type { Doubts } from './doubts.js'
import type { Places } from './scope.js'
import { pathsOf, type ShellWord } from './shell-word.js'
import type { Redirection } from './syntax.js'

/** A redirection with what it does to files. */
export interface FoundRedirect extends CommandRedirect {
  readonly word: ShellWord | undefined
  /** It creates or changes a file: no plain device, no duplicated descriptor. */
  readonly writesFile: boolean
  /** `/dev/tcp/…` and `/dev/udp/…` open a connection. */
  readonly connects: boolean
}

const HARMLESS_TARGET = /^\/dev\/(null|stdout|stderr|fd\/[12])$/
const HARMLESS_SOURCE = /^\/dev\/(null|zero|stdin|fd\/0)$/

export function readRedirect(
  node: Redirection,
  word: ShellWord | undefined,
  span: Span,
  doubts: Doubts,
): FoundRedirect {
  const target = word?.value ?? (word?.values?.length === 1 ? word.values[0] : undefined)
  const access = accessOf(node, target)
  if (node.type === 'Redirect' && !word) doubts.add('a redirection without a target', node.operator, span)
  if (word?.glob) doubts.add('a redirection to a glob', word.text, span)
  return {
    start: span.start,
    end: span.end,
    operator: node.operator,
    access,
    target: access === 'none' ? undefined : target,
    word: access === 'none' ? undefined : word,
    writesFile: access === 'write' && !(target !== undefined && HARMLESS_TARGET.test(target)),
    connects: /^\/dev\/+(tcp|udp)\//.test(target ?? word?.prefix ?? ''),
  }
}

function accessOf(node: Redirection, target: string | undefined): CommandRedirect['access'] {
  if (node.type !== 'Redirect') return 'none'
  switch (node.operator) {
    case '<':
      return 'read'
    case '<&':
      return target !== undefined && /^(\d+-?|-)$/.test(target) ? 'none' : 'read'
    case '>&':
      return target !== undefined && /^(\d+-?|-)$/.test(target) ? 'none' : 'write'
    default:
      return 'write'
  }
}

/** What they do to files, from wherever the shell may be. */
export function redirectMentions(redirects: readonly FoundRedirect[], places: Places): PathMention[] {
  return redirects.flatMap(({ access, word, target, writesFile }) => {
    if (access === 'none' || !word || (access === 'write' && !writesFile)) return []
    if (access === 'read' && (word.pipe || (target !== undefined && HARMLESS_SOURCE.test(target)))) return []
    const shared = { access, text: word.text, via: 'redirect', pattern: word.pattern } as const
    return pathsOf(word).flatMap((path) => places.map((after) => ({ ...shared, path, after })))
  })
}
