import type { Node } from 'jsonc-parser'
import { entries } from './read-file.js'
import { type Reporter, reportUnknown } from './reporter.js'
import { type CallgateSettings, callgateDefaults } from './snapshot.js'

type Check = (value: unknown) => string | undefined

const between =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most
      ? undefined
      : `a whole number from ${least} to ${most}`

const checks: Readonly<Record<keyof CallgateSettings, Check>> = {
  hookAuthority: (value) =>
    value === 'advise' || value === 'override' ? undefined : '"advise" or "override"',
  maxParallelCalls: between(1, 100),
  denialLimit: between(1, 1000),
  promptDelayMs: between(0, 60_000),
  toolTimeoutMs: between(1, 2 ** 31 - 1),
  maxResultSizeChars: between(1_000, 10_000_000),
  passApiKeys: (value) => (typeof value === 'boolean' ? undefined : 'true or false'),
}

/** Our own keys. A value that does not fit is dropped alone: the weaker source, or the default, stays in force. */
export function extractCallgate(node: Node | undefined, report: Reporter): Partial<CallgateSettings> {
  if (node && node.type !== 'object')
    report.say('error', node, '"callgate" must be an object. It was ignored.')
  reportUnknown(report, node, Object.keys(callgateDefaults), 'all')
  const found: Record<string, unknown> = {}
  for (const [key, { value }, keyNode] of entries(node)) {
    if (!Object.hasOwn(checks, key)) continue
    const wanted = checks[key as keyof CallgateSettings](value)
    if (wanted !== undefined)
      report.say('error', keyNode, `callgate.${key} must be ${wanted}. It was ignored.`)
    else if (value === 'override' && !mayOverride(report)) {
      report.say(
        'error',
        keyNode,
        'callgate.hookAuthority "override" counts in managed settings, --settings and the embedding program only. It was ignored.',
      )
    } else if (value === true && key === 'passApiKeys' && isRepository(report)) {
      report.say(
        'error',
        keyNode,
        'callgate.passApiKeys does not count in settings of a project. It was ignored.',
      )
    } else found[key] = value
  }
  return found
}

function mayOverride({ document: { source } }: Reporter): boolean {
  return source === 'policySettings' || source === 'flagSettings'
}

function isRepository({ document: { source } }: Reporter): boolean {
  return source === 'projectSettings' || source === 'localSettings'
}
