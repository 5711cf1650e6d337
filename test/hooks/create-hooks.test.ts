import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHooks } from '../../src/hooks/create-hooks.js'
import { callgateDefaults, type HookEntry, type SettingsSnapshot } from '../../src/settings/snapshot.js'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'callgate-hooks-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const hook = (command: string, fields: Partial<HookEntry> = {}): HookEntry => ({
  source: 'userSettings',
  file: '/home/dev/.claude/settings.json',
  line: 7,
  event: 'PreToolUse',
  matcher: undefined,
  type: 'command',
  command,
  args: undefined,
  if: undefined,
  timeoutMs: 5_000,
  onFailure: 'continue',
  ...fields,
})

function hooksOf(...given: (HookEntry | string)[]) {
  const hooks = given.filter((each) => typeof each !== 'string')
  const projectFolder = given.find((each) => typeof each === 'string') ?? folder
  const failures: string[] = []
  const snapshot: SettingsSnapshot = {
    version: 1,
    rules: [],
    hooks,
    disableAllHooks: false,
    defaultMode: undefined,
    disableBypassPermissionsMode: false,
    additionalDirectories: [],
    env: {},
    callgate: callgateDefaults,
    diagnostics: [],
  }
  const port = createHooks({
    settings: { current: async () => snapshot },
    sessionId: 's1',
    projectFolder,
    environment: () => process.env,
    ifMatches: (rule) => rule === 'yes',
    onFailed: (event, error) => failures.push(`${event} ${error}`),
  })
  return { port, failures }
}

const facts = () => ({
  toolName: 'Bash',
  toolInput: { command: 'ls' },
  toolUseId: 't1',
  cwd: folder,
  permissionMode: 'default',
})
const signal = () => new AbortController().signal
const pre = (...hooks: HookEntry[]) => hooksOf(...hooks).port.preToolUse(facts(), signal())
const says = (specific: object, top: object = {}) =>
  `echo '${JSON.stringify({ ...top, hookSpecificOutput: { hookEventName: 'PreToolUse', ...specific } })}'`

describe('PreToolUse hooks [launch/hook-answers]', () => {
  it.each<[string, string, string, string]>([
    ['code 0 and nothing said', 'true', 'none', ''],
    ['code 2 blocks, stderr is the reason', 'echo no rm here >&2; exit 2', 'deny', 'no rm here'],
    ['another code is a failure, not a block', 'echo oops >&2; exit 1', 'none', ''],
    [
      'JSON deny with a reason',
      says({ permissionDecision: 'deny', permissionDecisionReason: 'why' }),
      'deny',
      'why',
    ],
    ['JSON allow', says({ permissionDecision: 'allow', permissionDecisionReason: 'fine' }), 'allow', 'fine'],
    ['JSON ask', says({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' }), 'ask', 'sure?'],
    ['defer asks here', says({ permissionDecision: 'defer' }), 'ask', ''],
    ['the older block', `echo '{"decision":"block","reason":"old"}'`, 'deny', 'old'],
    ['the older approve', `echo '{"decision":"approve"}'`, 'allow', ''],
    ['text that is no JSON', 'echo {not json', 'none', ''],
    [
      'JSON for another event decides nothing',
      says({ hookEventName: 'PostToolUse', permissionDecision: 'allow' }),
      'none',
      '',
    ],
    ['a decision that does not exist decides nothing', says({ permissionDecision: 'maybe' }), 'none', ''],
  ])('%s', async (_case, command, behavior, reason) => {
    const { voice } = await pre(hook(command))
    expect(voice.behavior).toBe(behavior)
    expect(voice.reason).toBe(reason)
  })

  it('gets the call on standard input', async () => {
    const file = join(folder, 'payload.json')
    await pre(hook(`cat > '${file}'`))
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      session_id: 's1',
      transcript_path: '',
      cwd: folder,
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_use_id: 't1',
    })
  })

  it('runs side by side; the strictest answer counts, whatever order they end in', async () => {
    const answer = await pre(
      hook(says({ permissionDecision: 'allow' })),
      hook(`sleep 0.2; ${says({ permissionDecision: 'deny', permissionDecisionReason: 'late' })}`),
      hook(says({ permissionDecision: 'ask' })),
    )
    expect(answer.voice).toMatchObject({ behavior: 'deny', reason: 'late' })
    expect(answer.voice.hook).toContain('/home/dev/.claude/settings.json:7')
  })

  it('the last rewrite in configuration order wins whole, and the others are named [permission/rewrite-last-wins]', async () => {
    const { rewrite } = await pre(
      hook(`sleep 0.2; ${says({ updatedInput: { command: 'first' } })}`),
      hook(says({ updatedInput: { command: 'second', timeout: 5 } })),
    )
    expect(rewrite?.input).toEqual({ command: 'second', timeout: 5 })
    expect(rewrite?.others).toHaveLength(1)
  })

  it.each<[string | undefined, boolean]>([
    [undefined, true],
    ['', true],
    ['*', true],
    ['Bash', true],
    ['Edit|Bash', true],
    ['Edit, Bash', true],
    ['bash', false],
    ['Bas', false],
    ['Ba.*', true],
    ['mcp__.*', false],
    ['Ba(', true],
  ])('matcher %j runs for Bash: %s', async (matcher, expected) => {
    const file = join(folder, 'ran')
    await pre(hook(`touch '${file}'`, { matcher }))
    expect(existsSync(file)).toBe(expected)
  })

  it('runs one with `if` only where that rule matches', async () => {
    const [yes, no] = [join(folder, 'yes'), join(folder, 'no')]
    await pre(hook(`touch '${yes}'`, { if: 'yes' }), hook(`touch '${no}'`, { if: 'no' }))
    expect([existsSync(yes), existsSync(no)]).toEqual([true, false])
  })

  it('runs the same program of two files once', async () => {
    const file = join(folder, 'count')
    await pre(hook(`echo x >> '${file}'`), hook(`echo x >> '${file}'`, { source: 'projectSettings' }))
    expect(readFileSync(file, 'utf8')).toBe('x\n')
  })

  it('a misspelt event never fires [posthooks/case-sensitive]', async () => {
    const file = join(folder, 'ran')
    await pre(hook(`touch '${file}'`, { event: 'preToolUse' }))
    expect(existsSync(file)).toBe(false)
  })

  it('starts a program with arguments without a shell', async () => {
    const file = join(folder, "it's here")
    await pre(hook('/usr/bin/touch', { args: [file] }))
    expect(existsSync(file)).toBe(true)
  })
})

describe('a hook that does not do its work', () => {
  it('is a notice with its place, and lets the call go on by default', async () => {
    const { port, failures } = hooksOf(hook('/no/such/program', { args: [] }))
    const { voice, notices } = await port.preToolUse(facts(), signal())
    expect(voice.behavior).toBe('none')
    expect(notices.join()).toMatch(/settings\.json:7.*could not be started/)
    expect(failures).toEqual(['PreToolUse notStarted'])
  })

  it('blocks where it says so', async () => {
    const { voice } = await pre(hook('exit 1', { onFailure: 'block' }))
    expect(voice.behavior).toBe('deny')
    expect(voice.reason).toContain('a guard did not run')
  })

  it('is ended with its whole group when its time is over', async () => {
    const file = join(folder, 'survived')
    const { voice, notices } = await pre(hook(`(sleep 1; touch '${file}') & sleep 30`, { timeoutMs: 200 }))
    expect(voice.behavior).toBe('none')
    expect(notices.join()).toContain('did not end within 200 ms')
    await sleep(1_300)
    expect(existsSync(file)).toBe(false)
  })

  it('ends with the call', async () => {
    const controller = new AbortController()
    const { port } = hooksOf(hook('sleep 30'))
    setTimeout(() => controller.abort(), 100)
    const { notices } = await port.preToolUse(facts(), controller.signal)
    expect(notices.join()).toContain('the call was aborted')
  })

  it('whose answer is longer than is read blocks: it may have said deny', async () => {
    const { port, failures } = hooksOf(
      hook(
        `node -e 'process.stdout.write(JSON.stringify({reason: "x".repeat(1100000), decision: "block"}))'`,
      ),
    )
    const answer = await port.preToolUse(facts(), signal())
    expect(answer.voice.behavior).toBe('deny')
    expect(answer.voice.reason).toBe('it printed an answer of more than 1048576 bytes, which is not read')
    expect(failures).toEqual(['PreToolUse exited'])
  })

  it.each([
    ['the folder of the call', []],
    ['the project, where that folder is gone', ['inner']],
    ['the root, where both are gone', ['inner', 'project']],
  ])('starts in %s', async (_where, gone) => {
    const project = join(folder, 'project')
    const inner = join(project, 'inner')
    mkdirSync(inner, { recursive: true })
    for (const name of gone) rmSync(name === 'inner' ? inner : project, { recursive: true })
    const guard = hook('pwd >&2; exit 2')
    const answer = await hooksOf(guard, project).port.preToolUse({ ...facts(), cwd: inner }, signal())
    expect(answer.voice).toMatchObject({ behavior: 'deny', reason: [inner, project, '/'][gone.length] })
  })

  it('may print megabytes, keep the pipe open through a child, and never read its input', async () => {
    const big = 'x'.repeat(1_000_000)
    const { port } = hooksOf(hook('sleep 20 & head -c 5000000 /dev/zero; exit 0'))
    const { voice } = await port.preToolUse({ ...facts(), toolInput: { command: big } }, signal())
    expect(voice.behavior).toBe('none')
  })
})

describe('post hooks', () => {
  const post = (command: string) =>
    hooksOf(hook(command, { event: 'PostToolUse' })).port.postToolUse(
      { ...facts(), output: { a: [1] }, ms: 12.7 },
      signal(),
    )

  it('PostToolUse gets the structured output [stages/post-structured] [posthooks/events]', async () => {
    const file = join(folder, 'payload.json')
    await post(`cat > '${file}'`)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      hook_event_name: 'PostToolUse',
      tool_response: { a: [1] },
      duration_ms: 13,
    })
  })

  it('PostToolUseFailure gets the error [posthooks/events]', async () => {
    const file = join(folder, 'payload.json')
    const { port } = hooksOf(hook(`cat > '${file}'`, { event: 'PostToolUseFailure' }))
    await port.postToolUseFailure({ ...facts(), error: 'Exit code 1', interrupted: false, ms: 3 }, signal())
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      error: 'Exit code 1',
      is_interrupt: false,
    })
  })

  it('adds a remark for the model, a notice for the person, another output, and can stop the run', async () => {
    const answer = await post(
      `echo '${JSON.stringify({
        continue: false,
        stopReason: 'enough',
        systemMessage: 'seen',
        hookSpecificOutput: {
          hookEventName: 'PostToolUse',
          additionalContext: 'use tabs',
          updatedToolOutput: 'other',
        },
      })}'`,
    )
    expect(answer.contexts).toEqual(['use tabs'])
    expect(answer.notices).toEqual(['seen'])
    expect(answer.stop).toBe('enough')
    expect(answer.replacedOutput?.output).toBe('other')
  })

  it('an output that is no JSON does not keep it from running', async () => {
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic
    const { port } = hooksOf(hook('echo saw it >&2; exit 2', { event: 'PostToolUse' }))
    const { contexts } = await port.postToolUse({ ...facts(), output: cyclic, ms: 0 }, signal())
    expect(contexts.join()).toContain('saw it')
  })
})
