import type { Node } from 'jsonc-parser'
import type { Extracted } from './extracted.js'
import { child } from './read-file.js'
import type { Reporter } from './reporter.js'
import type { DefaultMode, PermissionRuleEntry } from './snapshot.js'

const behaviors = ['allow', 'deny', 'ask'] as const
const modes: Readonly<Record<string, DefaultMode>> = {
  default: 'default',
  manual: 'default',
  acceptEdits: 'acceptEdits',
  plan: 'plan',
  auto: 'auto',
  dontAsk: 'dontAsk',
  bypassPermissions: 'bypassPermissions',
}

export function extractPermissions(
  node: Node | undefined,
  report: Reporter,
): Pick<Extracted, 'rules' | 'additionalDirectories' | 'defaultMode'> {
  if (node && node.type !== 'object') {
    report.say(
      'error',
      node,
      '"permissions" must be an object. It may hold deny rules, so every call asks until it is mended.',
      {
        kind: 'everyCallAsks',
      },
    )
  }
  return {
    rules: behaviors.flatMap((behavior) => extractRules(child(node, behavior), behavior, report)),
    additionalDirectories: extractFolders(child(node, 'additionalDirectories'), report),
    defaultMode: extractMode(child(node, 'defaultMode'), report),
  }
}

/** A bad entry drops alone. One that would have denied or asked makes every call ask: nobody knows what it was about. */
function extractRules(
  node: Node | undefined,
  behavior: PermissionRuleEntry['behavior'],
  report: Reporter,
): PermissionRuleEntry[] {
  if (!node) return []
  const bad = (where: Node, what: string) => {
    if (behavior === 'allow') report.say('error', where, `${what} It allows nothing.`)
    else report.say('error', where, `${what} Until it is mended, every call asks.`, { kind: 'everyCallAsks' })
  }
  if (node.type !== 'array') {
    bad(node, `permissions.${behavior} must be a list of rules.`)
    return []
  }
  const { source, file } = report.document
  return (node.children ?? []).flatMap((entry) => {
    const line = report.document.lineOf(entry)
    if (entry.type === 'string') {
      const place = { source, ...(file !== undefined && { file }), ...(line !== undefined && { line }) }
      return [{ ...place, text: String(entry.value), behavior }]
    }
    bad(entry, `An entry of permissions.${behavior} is no text.`)
    return []
  })
}

function extractFolders(node: Node | undefined, report: Reporter): string[] {
  if (!node) return []
  if (node.type !== 'array')
    report.say('error', node, 'permissions.additionalDirectories must be a list of folders. It was ignored.')
  return (node.children ?? []).flatMap((entry) => {
    if (node.type === 'array' && entry.type === 'string' && entry.value !== '') return [String(entry.value)]
    if (node.type === 'array')
      report.say(
        'error',
        entry,
        'An entry of permissions.additionalDirectories is no folder. It was ignored.',
      )
    return []
  })
}

function extractMode(node: Node | undefined, report: Reporter): DefaultMode | undefined {
  if (!node) return undefined
  const mode =
    typeof node.value === 'string' && Object.hasOwn(modes, node.value) ? modes[node.value] : undefined
  if (mode === undefined) {
    report.say(
      'error',
      node,
      `permissions.defaultMode must be one of ${Object.keys(modes).join(', ')}. It was ignored.`,
    )
  }
  return mode
}
