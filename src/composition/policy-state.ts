import type { FailClosed } from '../permissions/decision-facts.js'
import type { RuleVocabulary } from '../permissions/parse-rule.js'
import { createPolicy, type Policy } from '../permissions/policy.js'
import type { RuleEntry } from '../permissions/rule.js'
import type { PolicyNow, PolicyPort } from '../pipeline/context.js'
import type { SaveDestination } from '../prompt/prompter.js'
import { saveRule, settingsFileFor } from '../settings/save.js'
import type { Diagnostic, SettingsPort, SettingsSnapshot } from '../settings/snapshot.js'
import type { PermissionMode } from '../tool/tool.js'

export interface PolicyStateOptions {
  readonly settings: SettingsPort
  readonly vocabulary: RuleVocabulary
  readonly anchors: { readonly cwd: string; readonly home: string; readonly projectRoot: string }
  /** Rules of the command line, of a slash command, and of the embedder. */
  readonly fixedRules: readonly RuleEntry[]
  readonly mode: PermissionMode | undefined
  workingDirectories(): readonly string[]
}

export interface PolicyState extends PolicyPort {
  diagnostics(): Promise<readonly Diagnostic[]>
  modeNow(): PermissionMode
}

interface Made {
  readonly settingsVersion: number
  readonly grants: number
  readonly now: PolicyNow
  readonly diagnostics: readonly Diagnostic[]
}

/** The rules in force: settings files, command line, and what this session was granted. Made anew only when one of them changed. */
export function createPolicyState(options: PolicyStateOptions): PolicyState {
  const grants: RuleEntry[] = []
  let made: Made | undefined
  let versions = 0

  const look = async (): Promise<Made> => {
    const snapshot = await options.settings.current()
    if (made !== undefined && made.settingsVersion === snapshot.version && made.grants === grants.length) {
      return { ...made, now: { ...made.now, workingDirectories: options.workingDirectories() } }
    }
    const entries = [...snapshot.rules, ...options.fixedRules, ...grants]
    const policy = createPolicy(entries, { vocabulary: options.vocabulary, anchors: options.anchors })
    made = {
      settingsVersion: snapshot.version,
      grants: grants.length,
      now: toPolicyNow(snapshot, policy, ++versions, options),
      diagnostics: [...snapshot.diagnostics, ...problemsOf(policy)],
    }
    return made
  }

  return {
    current: async () => (await look()).now,
    latestVersion: () => versions,
    diagnostics: async () => (await look()).diagnostics,
    modeNow: () => made?.now.mode ?? options.mode ?? 'default',
    grant: async (rule, destination) => {
      grants.push({ text: rule, behavior: 'allow', source: 'session' })
      if (destination === 'session') return { problem: undefined }
      return save(rule, destination, options)
    },
  }
}

/** A rule that could not be saved still holds for the session: the person said so. */
async function save(
  rule: string,
  destination: Exclude<SaveDestination, 'session'>,
  { anchors }: PolicyStateOptions,
) {
  try {
    const file = await settingsFileFor(destination, anchors)
    await saveRule({ file, behavior: 'allow', rule })
    return { problem: undefined }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return { problem: `${said} It holds for this session only.` }
  }
}

function toPolicyNow(
  snapshot: SettingsSnapshot,
  policy: Policy,
  version: number,
  { mode, workingDirectories }: PolicyStateOptions,
): PolicyNow {
  const wanted = mode ?? snapshot.defaultMode ?? 'default'
  const bypassForbidden = wanted === 'bypassPermissions' && snapshot.disableBypassPermissionsMode
  return {
    version,
    policy,
    mode: bypassForbidden ? 'default' : wanted,
    callgate: snapshot.callgate,
    failClosed: [
      ...snapshot.diagnostics.flatMap(failClosedBySettings),
      ...policy.problems.flatMap(failClosedByRule),
    ],
    workingDirectories: workingDirectories(),
    rulesLocked: snapshot.allowManagedPermissionRulesOnly ?? false,
  }
}

function failClosedBySettings({ failClosed, message, file, line }: Diagnostic): FailClosed[] {
  if (failClosed === undefined) return []
  const toolName = failClosed.kind === 'toolAsks' ? failClosed.toolName : undefined
  return [{ reason: message, file, line, toolName }]
}

function failClosedByRule({ entry, message, failClosedTool }: Policy['problems'][number]): FailClosed[] {
  if (failClosedTool === undefined) return []
  return [
    {
      reason: `the ${entry.behavior} rule "${entry.text}" cannot be understood: ${message}`,
      file: entry.file,
      line: entry.line,
      toolName: failClosedTool === 'every' ? undefined : failClosedTool,
    },
  ]
}

function problemsOf({ problems }: Policy): Diagnostic[] {
  return problems.map(({ entry, message, failClosedTool }) => ({
    severity: failClosedTool === undefined ? 'warning' : 'error',
    message: `${entry.behavior} rule "${entry.text}" (${entry.source}): ${message}`,
    source:
      entry.source === 'cliArg' || entry.source === 'command' || entry.source === 'session'
        ? 'flagSettings'
        : entry.source,
    file: entry.file,
    line: entry.line,
  }))
}
