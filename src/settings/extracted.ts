import type {
  CallgateSettings,
  DefaultMode,
  Diagnostic,
  HookEntry,
  PermissionRuleEntry,
  SettingsSource,
} from './snapshot.js'

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
