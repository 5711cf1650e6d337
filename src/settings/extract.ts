import type { Node } from 'jsonc-parser'
import { extractCallgate } from './extract-callgate.js'
import { extractHooks } from './extract-hooks.js'
import { extractPermissions } from './extract-permissions.js'
import type { Extracted, Flags } from './extracted.js'
import { permissionKeys, topLevelKeys } from './known-keys.js'
import { child, entries, type SettingsDocument, valueIn } from './read-file.js'
import { type Reporter, reporterFor, reportUnknown } from './reporter.js'

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

function extractEnv(node: Node | undefined, report: Reporter): Record<string, string> {
  if (node && node.type !== 'object')
    report.say('error', node, '"env" must be an object of texts. It was ignored.')
  const env: Record<string, string> = {}
  for (const [name, value] of entries(node)) {
    if (/^[A-Za-z_]\w*$/.test(name) && /^(string|number|boolean)$/.test(value.type))
      env[name] = String(value.value)
    else
      report.say('error', value, `env.${name} must be a text under the name of a variable. It was ignored.`)
  }
  return env
}

function extractFlags(root: Node | undefined, permissions: Node | undefined, report: Reporter): Flags {
  const disable =
    child(permissions, 'disableBypassPermissionsMode') ?? child(root, 'disableBypassPermissionsMode')
  return {
    ...(disable && {
      disableBypassPermissionsMode: valueIn(disable) === 'disable' || valueIn(disable) === true,
    }),
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
    report.say(
      'error',
      node,
      `"${key}" must be true or false.${otherwise === undefined ? ' It was ignored.' : ' It counts as true.'}`,
    )
    return otherwise === undefined ? {} : { [key]: otherwise }
  }
}
