/** The sources that are files in the settings.json form. */
export type SettingsSource =
  | 'userSettings'
  | 'projectSettings'
  | 'localSettings'
  | 'flagSettings'
  | 'policySettings'

/** Where a value stands, so that every message can say file and line. */
export interface Place {
  readonly source: SettingsSource
  /** Absolute; `undefined` for settings given as an object. */
  readonly file?: string
  /** From 1. */
  readonly line?: number
}

/** Something a person should know about a settings file. `failClosed` ones also change what the gate does. */
export interface Diagnostic extends Place {
  readonly severity: 'error' | 'warning'
  readonly message: string
  /** What follows for calls: `everyCallAsks` for an unreadable file, `toolAsks` for a deny or ask rule that was not understood. */
  readonly failClosed?:
    | { readonly kind: 'everyCallAsks' }
    | { readonly kind: 'toolAsks'; readonly toolName: string }
}

export interface PermissionRuleEntry extends Place {
  readonly text: string
  readonly behavior: 'allow' | 'deny' | 'ask'
}

/** One handler of a hook event, as configured. Only `command` runs today; others are reported at load. */
export interface HookEntry extends Place {
  readonly event: string
  /** As written; `undefined`, '' and '*' match every tool. */
  readonly matcher: string | undefined
  readonly type: string
  readonly command: string | undefined
  readonly args: readonly string[] | undefined
  /** One permission rule; the hook runs only where it matches. */
  readonly if: string | undefined
  /** Milliseconds. */
  readonly timeoutMs: number
  readonly onFailure: 'continue' | 'block'
}

/** Our own keys, under `callgate` in the same files. */
export interface CallgateSettings {
  readonly hookAuthority: 'advise' | 'override'
  readonly maxParallelCalls: number
  /** Denials in a row, by tool or pattern, before the model is told to change course. */
  readonly denialLimit: number
  /** Milliseconds the prompt waits for a pending classifier verdict. */
  readonly promptDelayMs: number
  /** Milliseconds; the limit of a tool that names none. */
  readonly toolTimeoutMs: number
  /** Characters; the most any result may hold inline, whatever a tool says. */
  readonly maxResultSizeChars: number
  readonly passApiKeys: boolean
}

export const callgateDefaults: CallgateSettings = {
  hookAuthority: 'advise',
  maxParallelCalls: 10,
  denialLimit: 3,
  promptDelayMs: 300,
  toolTimeoutMs: 600_000,
  maxResultSizeChars: 50_000,
  passApiKeys: false,
}

export type DefaultMode = 'default' | 'acceptEdits' | 'plan' | 'auto' | 'dontAsk' | 'bypassPermissions'

/** Everything all sources say, merged. Immutable; a change of any file makes a new one with a higher `version`. */
export interface SettingsSnapshot {
  readonly version: number
  readonly rules: readonly PermissionRuleEntry[]
  readonly hooks: readonly HookEntry[]
  readonly disableAllHooks: boolean
  readonly defaultMode: DefaultMode | undefined
  readonly disableBypassPermissionsMode: boolean
  /** Policy settings let no other rule allow anything, and no rule be saved. */
  readonly allowManagedPermissionRulesOnly?: boolean
  /** Absolute. */
  readonly additionalDirectories: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly callgate: CallgateSettings
  readonly diagnostics: readonly Diagnostic[]
}

/** A port: `current()` is cheap and is asked at every decision; it notices a file that changed. */
export interface SettingsPort {
  /** With an age: a look that is no older than that many milliseconds will do. */
  current(maxAgeMs?: number): Promise<SettingsSnapshot>
  /** What `current()` last gave; for what follows a decision. */
  latest?(): SettingsSnapshot | undefined
}
