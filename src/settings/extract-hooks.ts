import type { Node } from 'jsonc-parser'
import { closestNames } from '../base/closest.js'
import { handlerKeys, handlerTypes, hookEvents, runEvents } from './known-keys.js'
import { child, entries, valueIn } from './read-file.js'
import { type Reporter, reportUnknown } from './reporter.js'
import type { HookEntry } from './snapshot.js'

const defaultTimeoutMs = 600_000

/** `{ Event: [{ matcher?, hooks: [handler…] }] }`. What this version does not run is said, not dropped in silence. */
export function extractHooks(node: Node | undefined, report: Reporter): HookEntry[] {
  if (node && node.type !== 'object') {
    report.say('error', node, '"hooks" must be an object of events. No hook of this file runs.')
    return []
  }
  return entries(node).flatMap(([event, groups, key]) => {
    if (!hookEvents.includes(event)) {
      const [near] = closestNames(event, hookEvents, 1)
      report.say(
        'error',
        key,
        `There is no hook event "${event}": its hooks never run.${near ? ` Did you mean "${near}"?` : ''}`,
      )
      return []
    }
    if (!runEvents.has(event)) {
      report.say('warning', key, `Hooks of the event ${event} are not run by this version.`)
      return []
    }
    if (groups.type !== 'array') {
      report.say('error', groups, `hooks.${event} must be a list. None of its hooks runs.`)
      return []
    }
    return (groups.children ?? []).flatMap((group) => extractGroup(group, event, report))
  })
}

function extractGroup(group: Node, event: string, report: Reporter): HookEntry[] {
  const handlers = child(group, 'hooks')
  const matcher = child(group, 'matcher')
  if (handlers?.type !== 'array') {
    report.say(
      'error',
      group,
      `An entry of hooks.${event} must be an object with a list "hooks". It does not run.`,
    )
    return []
  }
  reportUnknown(report, group, ['matcher', 'hooks', 'description'], 'all')
  if (matcher && matcher.type !== 'string') {
    report.say('error', matcher, 'A matcher must be a text: these hooks now run for every tool.')
  }
  const text = matcher?.type === 'string' ? String(matcher.value) : undefined
  return (handlers.children ?? []).flatMap((handler) => extractHandler(handler, event, text, report))
}

function extractHandler(
  node: Node,
  event: string,
  matcher: string | undefined,
  report: Reporter,
): HookEntry[] {
  const type = valueIn(child(node, 'type'))
  if (typeof type !== 'string' || !handlerTypes.includes(type)) {
    report.say(
      'error',
      child(node, 'type') ?? node,
      `A hook needs a "type": one of ${handlerTypes.join(', ')}. It does not run.`,
    )
    return []
  }
  reportUnknown(report, node, handlerKeys, 'all')
  if (type !== 'command') {
    report.say('error', node, `Hooks of type "${type}" are not run by this version.`)
    return []
  }
  const command = valueIn(child(node, 'command'))
  if (typeof command !== 'string' || command.trim() === '') {
    report.say(
      'error',
      child(node, 'command') ?? node,
      'A hook of type "command" needs a "command". It does not run.',
    )
    return []
  }
  if (valueIn(child(node, 'async')) === true) {
    report.say(
      'warning',
      child(node, 'async'),
      'Asynchronous hooks are not known to this version: this one is waited for.',
    )
  }
  const { source, file } = report.document
  const line = report.document.lineOf(node)
  return [
    {
      source,
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
      event,
      matcher,
      type,
      command,
      args: argsOf(child(node, 'args'), report),
      if: conditionOf(child(node, 'if'), report),
      timeoutMs: timeoutOf(child(node, 'timeout'), report),
      onFailure: onFailureOf(child(node, 'onFailure'), report),
    },
  ]
}

function argsOf(node: Node | undefined, report: Reporter): string[] | undefined {
  if (!node) return undefined
  const value = valueIn(node)
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value
  report.say('error', node, '"args" must be a list of texts. The command runs without it, in a shell.')
  return undefined
}

function conditionOf(node: Node | undefined, report: Reporter): string | undefined {
  if (!node || typeof node.value === 'string') return node?.value
  report.say('error', node, '"if" must be one permission rule. The hook now always runs.')
  return undefined
}

function timeoutOf(node: Node | undefined, report: Reporter): number {
  if (!node) return defaultTimeoutMs
  if (typeof node.value === 'number' && node.value > 0) return node.value * 1000
  report.say('error', node, '"timeout" must be a number of seconds above 0. The default counts: 600.')
  return defaultTimeoutMs
}

/** A guard whose setting cannot be read counts as one that must not fail. */
function onFailureOf(node: Node | undefined, report: Reporter): 'continue' | 'block' {
  if (!node || node.value === 'continue') return 'continue'
  if (node.value !== 'block')
    report.say('error', node, '"onFailure" must be "continue" or "block". It counts as "block".')
  return 'block'
}
