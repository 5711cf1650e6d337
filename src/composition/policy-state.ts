import type { FailClosed } from '../permissions/decision-facts.js'
import { matchesPath } from '../permissions/matchers/path.js'
import type { PathAnchors } from '../permissions/matchers/path-pattern.js'
import type { RuleProblem, RuleVocabulary } from '../permissions/parse-rule.js'
import { createPolicy, type Policy } from '../permissions/policy.js'
import type { RuleEntry } from '../permissions/rule.js'
import type { PolicyNow, PolicyPort } from '../pipeline/context.js'
import type { SaveDestination } from '../prompt/prompter.js'
import {
  type CallgateSettings,
  callgateDefaults,
  type Diagnostic,
  type SettingsPort,
  type SettingsSnapshot,
} from '../settings/snapshot.js'
import type { PermissionMode } from '../tool/tool.js'

export interface PolicyStateOptions {
  readonly settings: SettingsPort
  readonly vocabulary: RuleVocabulary
  readonly anchors: PathAnchors
  /** Rules of the command line, of a slash command, and of the embedder. */
  readonly fixedRules: readonly RuleEntry[]
  readonly mode: PermissionMode | undefined
  /** The folders calls may work in, once those that the settings add are in. Absolute. */
  workingDirectories(additional: readonly string[]): readonly string[]
}

/** Values that are asked for between decisions, without a look at the disk. */
export interface ValuesNow {
  readonly env: Readonly<Record<string, string>>
  readonly callgate: CallgateSettings
}

export interface PolicyState extends PolicyPort {
  diagnostics(): Promise<readonly Diagnostic[]>
  modeNow(): PermissionMode
  settingsNow(): ValuesNow
  /** Rules granted for the session, for a later process of it. */
  readonly grants: { list(): readonly string[]; restore(rules: readonly string[]): void }
  /** A deny rule keeps this file from being read. */
  isHidden(absolute: string): boolean
}

interface Made {
  readonly snapshot: SettingsSnapshot
  readonly grants: number
  readonly now: PolicyNow
  readonly diagnostics: readonly Diagnostic[]
}

/** The rules in force: settings files, command line, and what this session was granted. Made anew only when one of them changed. */
export function createPolicyState(options: PolicyStateOptions): PolicyState {
  const grants: RuleEntry[] = []
  let made: Made | undefined
  let versions = 0

  const look = async (maxAgeMs?: number): Promise<Made> => {
    const snapshot = await options.settings.current(maxAgeMs)
    const workingDirectories = options.workingDirectories(snapshot.additionalDirectories)
    if (made?.snapshot.version === snapshot.version && made.grants === grants.length) {
      if (!sameItems(made.now.workingDirectories, workingDirectories))
        made = { ...made, now: { ...made.now, workingDirectories } }
      return made
    }
    const policy = createPolicy(entriesOf(snapshot, options.fixedRules, grants), options)
    made = {
      snapshot,
      grants: grants.length,
      now: { ...toPolicyNow(snapshot, policy, options.mode), version: ++versions, workingDirectories },
      diagnostics: [
        ...snapshot.diagnostics,
        ...policy.problems.map(toDiagnostic),
        ...bypassAsRoot(snapshot, options.mode),
      ],
    }
    return made
  }

  return {
    current: async (maxAgeMs) => (await look(maxAgeMs)).now,
    latestVersion: () => versions,
    diagnostics: async () => (await look()).diagnostics,
    modeNow: () => made?.now.mode ?? options.mode ?? 'default',
    settingsNow: () => made?.snapshot ?? { env: {}, callgate: callgateDefaults },
    grants: {
      list: () => grants.map(({ text }) => text),
      restore: (rules) => {
        for (const text of rules) grants.push({ text, behavior: 'allow', source: 'session' })
      },
    },
    isHidden: (absolute) => hides(made?.now.policy, absolute),
    grant: async (rule, destination) => {
      grants.push({ text: rule, behavior: 'allow', source: 'session' })
      if (destination === 'session') return { problem: undefined }
      return save(rule, destination, options.anchors)
    },
  }
}

function sameItems(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((each, i) => each === b[i]))
}

function hides(policy: Policy | undefined, absolute: string): boolean {
  return (
    policy?.deny.forPaths('read').some(({ target }) => matchesPath(target.pattern, absolute, true)) ?? false
  )
}

/** Where an organisation wants its own rules alone, no other rule allows anything; what others forbid stays forbidden. */
function entriesOf(
  { rules, allowManagedPermissionRulesOnly: managedOnly }: SettingsSnapshot,
  fixed: readonly RuleEntry[],
  grants: readonly RuleEntry[],
): RuleEntry[] {
  const all: RuleEntry[] = [...rules, ...fixed, ...grants]
  return managedOnly
    ? all.filter(({ behavior, source }) => behavior !== 'allow' || source === 'policySettings')
    : all
}

/** A rule that could not be saved still holds for the session: the person said so. */
async function save(rule: string, destination: Exclude<SaveDestination, 'session'>, anchors: PathAnchors) {
  try {
    // opened with the first rule that is saved: its lock and writer are a tenth of the start-up
    const { saveRule, settingsFileFor } = await import('../settings/save.js')
    await saveRule({ file: settingsFileFor(destination, anchors), behavior: 'allow', rule })
    return { problem: undefined }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return { problem: `${said} It holds for this session only.` }
  }
}

function toPolicyNow(
  snapshot: SettingsSnapshot,
  policy: Policy,
  mode: PermissionMode | undefined,
): Omit<PolicyNow, 'version' | 'workingDirectories'> {
  const wanted = wantedMode(snapshot, mode)
  const bypassForbidden = wanted === 'bypassPermissions' && snapshot.disableBypassPermissionsMode
  return {
    policy,
    mode: bypassForbidden ? 'default' : wanted,
    callgate: snapshot.callgate,
    failClosed: [
      ...snapshot.diagnostics.flatMap(failClosedBySettings),
      ...policy.problems.flatMap(failClosedByRule),
    ],
    rulesLocked: snapshot.allowManagedPermissionRulesOnly ?? false,
  }
}

function wantedMode({ defaultMode }: SettingsSnapshot, mode: PermissionMode | undefined): PermissionMode {
  return mode ?? defaultMode ?? 'default'
}

function failClosedBySettings({ failClosed, message, file, line }: Diagnostic): FailClosed[] {
  if (failClosed === undefined) return []
  return [
    {
      reason: message,
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
      ...(failClosed.kind === 'toolAsks' && { toolName: failClosed.toolName }),
    },
  ]
}

function failClosedByRule({ entry, message, failClosedTool }: RuleProblem): FailClosed[] {
  if (failClosedTool === undefined) return []
  const { file, line, behavior, text } = entry
  return [
    {
      reason: `the ${behavior} rule "${text}" is not understood: ${message}`,
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
      ...(failClosedTool !== 'every' && { toolName: failClosedTool }),
    },
  ]
}

function toDiagnostic({ entry, message, failClosedTool }: RuleProblem): Diagnostic {
  const { behavior, text, source, file, line } = entry
  const inFile = source !== 'cliArg' && source !== 'command' && source !== 'session'
  return {
    severity: failClosedTool === undefined ? 'warning' : 'error',
    message: `${behavior} rule "${text}" (${source}): ${message}`,
    source: inFile ? source : 'flagSettings',
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
  }
}

function bypassAsRoot(snapshot: SettingsSnapshot, mode: PermissionMode | undefined): Diagnostic[] {
  if (wantedMode(snapshot, mode) !== 'bypassPermissions' || process.getuid?.() !== 0) return []
  const message =
    'The mode bypassPermissions runs everything unasked, and this program runs as root: nothing but deny rules protects the machine.'
  return [{ severity: 'warning', message, source: 'flagSettings' }]
}
