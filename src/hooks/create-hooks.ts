import { isRecord } from '../base/json.js'
import type { HookEntry, SettingsPort } from '../settings/snapshot.js'
import { type OneAnswer, readAnswer } from './answer.js'
import type { HookFacts, HookPort } from './hook-port.js'
import { matcherNames } from './match.js'
import { mergePost, mergePreToolUse, type Said } from './merge-answers.js'
import { runHookCommand } from './run-command.js'

export interface HookOptions {
  readonly settings: SettingsPort
  readonly sessionId: string
  readonly projectFolder: string
  /** Hears of each hook that did not do its work. Must not throw. */
  onFailed(event: string, error: string): void
  /** What hook programs inherit. */
  environment(): NodeJS.ProcessEnv
  /** A hook's `if` is one permission rule. Must not throw; in doubt true. */
  ifMatches(rule: string, facts: HookFacts): boolean
}

/** The hooks of the settings files, command hooks for now; other types are reported when settings are read. */
export function createHooks(options: HookOptions): HookPort {
  const run = async (
    event: string,
    facts: HookFacts,
    extra: () => object,
    signal: AbortSignal,
  ): Promise<readonly Said[]> => {
    const seen = event === 'PreToolUse' ? undefined : options.settings.latest?.()
    const { hooks } = seen ?? (await options.settings.current(1))
    if (hooks.length === 0) return nobody
    const matching = hooks.filter((hook) => hook.event === event && matches(hook, facts, options))
    if (matching.length === 0) return nobody
    const stdin = payload(event, facts, extra(), options)
    return Promise.all(withoutDoubles(matching).map((hook) => runOne(hook, facts, stdin, signal, options)))
  }
  return {
    preToolUse: async (facts, signal) => mergePreToolUse(await run('PreToolUse', facts, () => ({}), signal)),
    postToolUse: async ({ output, ms, ...facts }, signal) =>
      mergePost(
        await run(
          'PostToolUse',
          facts,
          () => ({ tool_response: jsonSafe(output), duration_ms: Math.round(ms) }),
          signal,
        ),
      ),
    postToolUseFailure: async ({ error, interrupted, ms, ...facts }, signal) => {
      const extra = () => ({ error, is_interrupt: interrupted, duration_ms: Math.round(ms) })
      return mergePost(await run('PostToolUseFailure', facts, extra, signal))
    },
  }
}

const nobody: readonly Said[] = []

function matches(hook: HookEntry, facts: HookFacts, { ifMatches }: HookOptions): boolean {
  if (hook.type !== 'command' || hook.command === undefined || !matcherNames(hook.matcher, facts.toolName))
    return false
  return hook.if === undefined || ifMatches(hook.if, facts)
}

/** The same program in two settings files runs once. */
function withoutDoubles(hooks: readonly HookEntry[]): HookEntry[] {
  const byProgram = new Map(
    hooks.map((hook) => [JSON.stringify([hook.command, hook.args]), hook] as const).reverse(),
  )
  return hooks.filter((hook) => byProgram.get(JSON.stringify([hook.command, hook.args])) === hook)
}

function payload(event: string, facts: HookFacts, extra: object, { sessionId }: HookOptions): string {
  return JSON.stringify({
    session_id: sessionId,
    transcript_path: '',
    cwd: facts.cwd,
    permission_mode: facts.permissionMode,
    hook_event_name: event,
    tool_name: facts.toolName,
    tool_input: jsonSafe(facts.toolInput),
    tool_use_id: facts.toolUseId,
    ...extra,
  })
}

async function runOne(
  hook: HookEntry,
  facts: HookFacts,
  stdin: string,
  signal: AbortSignal,
  { environment, projectFolder, onFailed }: HookOptions,
): Promise<Said> {
  const env = { ...environment(), CLAUDE_PROJECT_DIR: projectFolder, CLAUDECODE: '1' }
  const program = {
    command: hook.command ?? '',
    args: hook.args,
    folders: [facts.cwd, projectFolder, '/'],
    env,
    stdin,
    timeoutMs: hook.timeoutMs,
  }
  const ran = await runHookCommand(program, signal)
  const answer = readAnswer(ran, hook.event)
  if (answer.failure === undefined) return { hook, answer }
  onFailed(hook.event, ran.kind)
  return { hook, answer: blocksOnFailure(hook, answer) }
}

function blocksOnFailure({ onFailure }: HookEntry, answer: OneAnswer): OneAnswer {
  if (onFailure !== 'block') return answer
  return {
    ...answer,
    behavior: 'deny',
    reason: `a guard did not run (${answer.failure}), and its settings say that this blocks`,
  }
}

/** An output is somebody else's value: cycles and functions must not keep a hook from running. */
function jsonSafe(value: unknown): unknown {
  try {
    const text = JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === 'bigint' ? String(inner) : inner,
    )
    return text === undefined ? null : isRecord(value) || Array.isArray(value) ? JSON.parse(text) : value
  } catch {
    return String(value)
  }
}
