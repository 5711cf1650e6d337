import type { Node } from 'jsonc-parser'
import { closestNames } from '../base/closest.js'
import { extractCallgate } from './extract-callgate.js'
import { extractHooks } from './extract-hooks.js'
import { extractPermissions } from './extract-permissions.js'
import { permissionKeys, topLevelKeys } from './known-keys.js'
import { child, entries, type SettingsDocument, valueOf } from './read-file.js'
import type { CallgateSettings, DefaultMode, Diagnostic, HookEntry, PermissionRuleEntry, SettingsSource } from './snapshot.js'

/** What one document says. A field that is absent was not said there. */
export interface Extracted {
  readonly source: SettingsSource
  readonly file: string | undefined
  readonly rules: readonly PermissionRuleEntry[]
  readonly hooks: readonly HookEntry[]
  readonly env: Readonly<Record<string, string>>
  readonly additionalDirectories: readonly string[]
  readonly defaultMode: DefaultMode | undefined
  readonly flags: Flags
  readonly callgate: Partial<CallgateSettings>
  readonly diagnostics: readonly Diagnostic[]
}

export interface Flags {
  readonly disableBypassPermissionsMode?: boolean
  readonly allowManagedPermissionRulesOnly?: boolean
  readonly allowManagedHooksOnly?: boolean
  readonly disableAllHooks?: boolean
}

/** Collects what is wrong, each with its line. */
export interface Reporter {
  readonly document: SettingsDocument
  readonly found: Diagnostic[]
  say(severity: Diagnostic['severity'], node: Node | undefined, message: string, failClosed?: Diagnostic['failClosed']): void
}

export function reporterFor(document: SettingsDocument): Reporter {
  const found: Diagnostic[] = []
  return {
    document,
    found,
    say: (severity, node, message, failClosed) => {
      const { source, file } = document
      const line = document.lineOf(node)
      found.push({
        severity,
        source,
        ...(file !== undefined && { file }),
        ...(line !== undefined && { line }),
        message,
        ...(failClosed && { failClosed }),
      })
    },
  }
}

export function extract(document: SettingsDocument): Extracted {
  const report = reporterFor(document)
  const { root, source, file } = document
  const permissions = child(root, 'permissions')
  reportUnknown(report, root, topLevelKeys, 'near')
  reportUnknown(report, permissions, permissionKeys, 'all')
  return {
    source,
    file,
    ...extractPermissions(permissions, report),
    hooks: extractHooks(child(root, 'hooks'), report),
    env: extractEnv(child(root, 'env'), report),
    flags: extractFlags(root, permissions, report),
    callgate: extractCallgate(child(root, 'callgate'), report),
    diagnostics: report.found,
  }
}

/** `all`: every key that is not known is a mistake. `near`: only one that looks like a known one. */
export function reportUnknown(report: Reporter, node: Node | undefined, known: readonly string[], how: 'all' | 'near'): void {
  for (const [key, , keyNode] of entries(node)) {
    if (known.includes(key)) continue
    const near = closestNames(key, known, 1).filter((name) => how === 'all' || isNearMiss(key, name))
    if (how === 'near' && near.length === 0) continue
    const hint = near.length > 0 ? ` Did you mean "${near[0]}"?` : ''
    report.say('warning', keyNode, `"${key}" is no known key and does nothing.${hint}`)
  }
}

function isNearMiss(key: string, name: string): boolean {
  const [a, b] = [key.toLowerCase(), name.toLowerCase()]
  if (a === b) return true
  return Math.abs(a.length - b.length) <= 2 && a.slice(0, 3) === b.slice(0, 3) && a.slice(-2) === b.slice(-2)
}

function extractEnv(node: Node | undefined, report: Reporter): Record<string, string> {
  if (node && node.type !== 'object') report.say('error', node, '"env" must be an object of texts. It was ignored.')
  const env: Record<string, string> = {}
  for (const [name, value] of entries(node)) {
    if (/^[A-Za-z_]\w*$/.test(name) && /^(string|number|boolean)$/.test(value.type)) env[name] = String(value.value)
    else report.say('error', value, `env.${name} must be a text under the name of a variable. It was ignored.`)
  }
  return env
}

function extractFlags(root: Node | undefined, permissions: Node | undefined, report: Reporter): Flags {
  const disable = child(permissions, 'disableBypassPermissionsMode') ?? child(root, 'disableBypassPermissionsMode')
  return {
    ...(disable && { disableBypassPermissionsMode: valueOf(disable) === 'disable' || valueOf(disable) === true }),
    ...flag('allowManagedPermissionRulesOnly', true),
    ...flag('allowManagedHooksOnly', true),
    ...flag('disableAllHooks', undefined),
  }

  /** Keys of an organisation's policy fail closed. */
  function flag<Key extends keyof Flags>(key: Key, otherwise: boolean | undefined): Flags {
    const node = child(root, key)
    if (!node) return {}
    if (key.startsWith('allowManaged') && report.document.source !== 'policySettings') {
      report.say('warning', node, `"${key}" counts in managed settings only.`)
      return {}
    }
    if (node.type === 'boolean') return { [key]: node.value === true }
    report.say('error', node, `"${key}" must be true or false.${otherwise === undefined ? ' It was ignored.' : ' It counts as true.'}`)
    return otherwise === undefined ? {} : { [key]: otherwise }
  }
}
