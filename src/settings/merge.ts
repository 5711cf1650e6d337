import type { Extracted, Flags } from './extracted.js'
import { callgateDefaults, type Diagnostic, type SettingsSnapshot, type SettingsSource } from './snapshot.js'

const strength: readonly SettingsSource[] = [
  'userSettings',
  'projectSettings',
  'localSettings',
  'flagSettings',
  'policySettings',
]

/** Lists are put together; of other values the strongest source counts: user < project < local < flag < policy. */
export function merge(
  given: readonly Extracted[],
  unread: readonly Diagnostic[],
): Omit<SettingsSnapshot, 'version'> {
  const all = [...given].sort((a, b) => strength.indexOf(a.source) - strength.indexOf(b.source))
  const flags: Flags = Object.assign({}, ...all.map((each) => each.flags))
  const rulesOnly = flags.allowManagedPermissionRulesOnly === true
  return {
    rules: all.flatMap(({ rules }) => rules),
    hooks: hooksOf(all, flags),
    disableAllHooks: flags.disableAllHooks === true,
    defaultMode: all.findLast(({ defaultMode }) => defaultMode !== undefined)?.defaultMode,
    // a stricter word of any source stands
    disableBypassPermissionsMode: all.some((each) => each.flags.disableBypassPermissionsMode === true),
    ...(rulesOnly && { allowManagedPermissionRulesOnly: true }),
    additionalDirectories: [...new Set(all.flatMap(({ additionalDirectories }) => additionalDirectories))],
    env: Object.assign({}, ...all.map(({ env }) => env)),
    callgate: Object.assign({}, callgateDefaults, ...all.map(({ callgate }) => callgate)),
    diagnostics: [...unread, ...all.flatMap(({ diagnostics }) => diagnostics)],
  }
}

/** A switch in settings that are not the organisation's does not turn its hooks off. */
function hooksOf(all: readonly Extracted[], { allowManagedHooksOnly }: Flags) {
  const policyOff = all.some(
    ({ source, flags }) => source === 'policySettings' && flags.disableAllHooks === true,
  )
  const anyOff = all.some(({ flags }) => flags.disableAllHooks === true)
  return all
    .filter(({ source }) =>
      source === 'policySettings' ? !policyOff : !anyOff && allowManagedHooksOnly !== true,
    )
    .flatMap(({ hooks }) => hooks)
}
