/** Settings files: read with file and line, merged, watched by looking, saved without harm. */
export { createSettings } from './create-settings.js'
export { type RuleToSave, type SavedSource, saveRule, settingsFileFor } from './save.js'
export {
  type CallgateSettings,
  callgateDefaults,
  type Diagnostic,
  type HookEntry,
  type PermissionRuleEntry,
  type SettingsPort,
  type SettingsSnapshot,
  type SettingsSource,
} from './snapshot.js'
export type { SettingsOptions } from './sources.js'
