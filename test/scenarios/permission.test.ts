import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { scriptedPrompter } from '../../src/testing/index.js'
import { defineTool } from '../../src/tool/define-tool.js'
import { builtinTools } from '../../src/tools/index.js'
import { createWorkspace, textOf, type Workspace } from './workspace.js'

let ws: Workspace
beforeEach(() => {
  ws = createWorkspace()
})
afterEach(() => ws.remove())

const bash = (command: string, id = 't1') => ({ id, name: 'Bash', input: { command } })
const userSettings = (settings: object) =>
  ws.write('~/.claude/settings.json', JSON.stringify(settings, null, 2))
const allowOnce = () => scriptedPrompter({ kind: 'allowOnce' })

/** Asks the person, and counts how often. */
async function decide(settings: object, command: string, options = {}) {
  userSettings(settings)
  const prompter = allowOnce()
  const { decision, ending, result } = await ws.gate({ prompter, ...options }).call(bash(command))
  return {
    asked: prompter.questions.length,
    question: prompter.questions[0],
    decision,
    ending,
    text: textOf(result),
  }
}

describe('the permission chain', () => {
  it('refuses by a deny rule at once, and says which, with its place [permission/deny-ask-allow]', async () => {
    const { asked, ending, text } = await decide(
      { permissions: { allow: ['Bash'], deny: ['Bash(rm *)'] } },
      'rm x',
    )
    expect([asked, ending]).toEqual([0, 'refused'])
    expect(text).toContain('Bash(rm *)')
    expect(text).toMatch(/settings\.json:7/)
  })

  it('no grant of a session undoes a deny of the policy [permission/deny-ask-allow]', async () => {
    ws.write(
      join(ws.folder, 'policy/managed-settings.json'),
      JSON.stringify({ permissions: { deny: ['Bash(touch *)'] } }),
    )
    const prompter = scriptedPrompter({ kind: 'alwaysAllow', rule: 'Bash(touch *)', destination: 'session' })
    const gate = ws.gate({ prompter, allowedTools: ['Bash(touch *)'] })
    expect((await gate.call(bash('touch a'))).ending).toBe('refused')
    expect(prompter.questions).toEqual([])
  })

  it('ask beats allow', async () => {
    const { asked, question } = await decide(
      { permissions: { allow: ['Bash(echo *)'], ask: ['Bash(echo secret*)'] } },
      'echo secret',
    )
    expect(asked).toBe(1)
    expect(question?.rule?.text).toBe('Bash(echo secret*)')
    expect(question?.suggestions).toEqual([])
  })

  it('every simple command of a line must be covered [permission/exact-prefix-wildcard]', async () => {
    const settings = { permissions: { allow: ['Bash(touch *)'] } }
    expect((await decide(settings, 'touch a && touch b')).asked).toBe(0)
    expect((await decide(settings, 'touch a && mkdir b')).asked).toBe(1)
  })

  it('rules come from all eight sources [permission/eight-sources]', async () => {
    const allow = (rule: string) => JSON.stringify({ permissions: { allow: [rule] } })
    ws.write('~/.claude/settings.json', allow('Bash(touch u)'))
    ws.write('.claude/settings.json', allow('Bash(touch p)'))
    ws.write('.claude/settings.local.json', allow('Bash(touch l)'))
    ws.write(join(ws.folder, 'policy/managed-settings.json'), allow('Bash(touch m)'))
    const flag = ws.write('~/flag.json', allow('Bash(touch f)'))
    const prompter = scriptedPrompter({ kind: 'alwaysAllow', rule: 'Bash(touch s)', destination: 'session' })
    const gate = ws.gate({
      prompter,
      settings: flag,
      allowedTools: ['Bash(touch c)'],
      commandAllowedTools: ['Bash(touch d)'],
    })
    const sources: unknown[] = []
    for (const name of ['u', 'p', 'l', 'f', 'm', 'c', 'd']) {
      const { decision } = await gate.call(bash(`touch ${name}`, name))
      sources.push(decision?.decidedBy.type === 'rule' ? decision.decidedBy.rule.source : decision?.decidedBy)
    }
    await gate.call(bash('touch s', 's1'))
    const { decision } = await gate.call(bash('touch s', 's2'))
    sources.push(decision?.decidedBy.type === 'rule' ? decision.decidedBy.rule.source : decision?.decidedBy)
    expect(sources).toEqual([
      'userSettings',
      'projectSettings',
      'localSettings',
      'flagSettings',
      'policySettings',
      'cliArg',
      'command',
      'session',
    ])
    expect(prompter.questions).toHaveLength(1)
  })

  it('the trace names every link in order; only a deny ends it early [permission/chain-order] [permission/only-deny-ends]', async () => {
    const allowed = await decide({ permissions: { allow: ['Bash(touch *)'] } }, 'touch a')
    expect(allowed.decision?.trace.map(({ link, said }) => `${link} ${said}`)).toEqual([
      'hookDeny nothing',
      'denyRules nothing',
      'askRules nothing',
      'validationAsk nothing',
      'alwaysInteractive nothing',
      'protectedPaths nothing',
      'mode nothing',
      'hookAllow nothing',
      'allowRules allow',
      'toolAllow nothing',
      'classifier nothing',
      'permissionRequestHooks nothing',
      'prompt nothing',
    ])
    const denied = await decide({ permissions: { deny: ['Bash(touch *)'] } }, 'touch a')
    expect(
      denied.decision?.trace
        .filter(({ said }) => said !== 'nothing')
        .map(({ link, said }) => `${link} ${said}`),
    ).toEqual([
      'denyRules deny',
      ...'askRules validationAsk alwaysInteractive protectedPaths mode hookAllow allowRules toolAllow classifier permissionRequestHooks prompt'
        .split(' ')
        .map((link) => `${link} notReached`),
    ])
  })

  it('nothing spoke: asks; nobody to ask: refuses, and says how to allow it [permission/nothing-spoke] [permission/unattended]', async () => {
    const { ending, result } = await ws.gate().call(bash('touch a'))
    expect(ending).toBe('refused')
    expect(textOf(result)).toContain("--allowed-tools 'Bash(touch a)'")
    expect(textOf(result)).toContain('Nobody is there to confirm it')
  })

  it('a tool that no rule names is asked about [permission/tool-check-default]', async () => {
    const prompter = allowOnce()
    const plain = defineTool({ name: 'Plain', inputSchema: z.strictObject({}), call: () => 'done' })
    const gate = ws.gate({ tools: [plain], prompter })
    expect((await gate.call({ id: 'a', name: 'Plain', input: {} })).ending).toBe('completed')
    expect(prompter.questions).toHaveLength(1)
  })

  it('reads inside the working directories are free, links resolved [permission/file-scope]', async () => {
    ws.write('a.txt', 'in')
    ws.write('~/out.txt', 'out')
    ws.link('link.txt', join(ws.home, 'out.txt'))
    const prompter = allowOnce()
    const gate = ws.gate({ prompter })
    const read = (file_path: string) => gate.call({ id: file_path, name: 'Read', input: { file_path } })
    expect((await read('a.txt')).ending).toBe('completed')
    expect(prompter.questions).toHaveLength(0)
    await read('link.txt')
    await read('../out.txt')
    expect(prompter.questions).toHaveLength(2)
    expect(prompter.questions[0]?.reason).toContain('outside the working directories')
  })

  it('a bare Bash covers what cannot be understood only where no Bash deny or ask rule exists [permission/bare-bash] [permission/uncertain-asks]', async () => {
    const command = 'eval "echo $(printf hi)"'
    expect((await decide({ permissions: { allow: ['Bash'] } }, command)).asked).toBe(0)
    const guarded = await decide({ permissions: { allow: ['Bash'], deny: ['Bash(rm *)'] } }, command)
    expect(guarded.asked).toBe(1)
    const bypass = await decide({ permissions: { deny: ['Bash(rm *)'] } }, command, {
      permissionMode: 'bypassPermissions',
    })
    expect(bypass.asked).toBe(1)
  })

  it('commands over 10,000 characters are never read-only [permission/long-commands]', async () => {
    expect((await decide({}, `echo ${'a'.repeat(9_000)}`)).asked).toBe(0)
    expect((await decide({}, `echo ${'a'.repeat(10_000)}`)).asked).toBe(1)
  })

  it('a cd into a folder of the same repository costs no prompt [permission/cd-same-repository]', async () => {
    ws.write('packages/api/a.txt', '')
    expect((await decide({}, 'cd packages/api && ls')).asked).toBe(0)
    expect((await decide({}, 'cd ../.. && ls')).asked).toBe(1)
  })

  it('no rule, hook or bypass allows a critical removal', async () => {
    const question = await decide({ permissions: { allow: ['Bash(rm *)'] } }, 'rm -rf ~', {
      prompter: scriptedPrompter({ kind: 'deny' }),
    })
    expect(question.ending).toBe('refused')
    const bypass = scriptedPrompter({ kind: 'deny' })
    await ws.gate({ prompter: bypass, permissionMode: 'bypassPermissions' }).call(bash('rm -rf /'))
    expect(bypass.questions).toHaveLength(1)
    expect(bypass.questions[0]?.suggestions).toEqual([])
  })

  it.each<[string, string, number, string]>([
    ['default', 'touch a', 1, 'asks for a write'],
    ['acceptEdits', 'touch a', 0, 'a file command in scope'],
    ['acceptEdits', 'touch ../../a', 1, 'out of scope'],
    ['acceptEdits', 'touch .git/hooks/x', 1, 'a protected path'],
    ['acceptEdits', 'make', 1, 'another program'],
    ['bypassPermissions', 'make --version', 0, 'anything'],
    ['plan', 'touch a', 1, 'no change before the plan is approved'],
    ['plan', 'ls', 0, 'reading is free'],
  ])('mode %s, %s: %i questions (%s)', async (permissionMode, command, questions) => {
    ws.write('.git/hooks/y', '')
    expect((await decide({}, command, { permissionMode })).asked).toBe(questions)
  })

  it('plan mode asks even where a rule allows; dontAsk refuses what would ask', async () => {
    const settings = { permissions: { allow: ['Bash(touch *)'] } }
    expect((await decide(settings, 'touch a', { permissionMode: 'plan' })).asked).toBe(1)
    expect((await decide(settings, 'touch a', { permissionMode: 'dontAsk' })).ending).toBe('completed')
    const refused = await decide(settings, 'mkdir a', { permissionMode: 'dontAsk' })
    expect([refused.asked, refused.ending]).toEqual([0, 'refused'])
  })

  it('bypass as root is allowed, and warned about once [permission/bypass-root]', async () => {
    const gate = ws.gate({ permissionMode: 'bypassPermissions' })
    await gate.call(bash('true'))
    await gate.call(bash('true', 't2'))
    expect((await gate.diagnostics()).filter(({ message }) => message.includes('runs as root'))).toHaveLength(
      process.getuid?.() === 0 ? 1 : 0,
    )
  })

  it('settings that cannot be read make every call ask, loudly', async () => {
    ws.write('~/.claude/settings.json', '{ "permissions": { "allow": ["Bash(touch *)"], } ')
    const prompter = allowOnce()
    const gate = ws.gate({ prompter })
    await gate.call(bash('ls'))
    expect(prompter.questions[0]?.reason).toMatch(/settings\.json:1/)
    expect((await gate.diagnostics())[0]?.severity).toBe('error')
  })
})

describe('a hook and the rules', () => {
  const hookThatSays = (behavior: string) => ({
    PreToolUse: [
      {
        matcher: 'Bash',
        hooks: [
          {
            type: 'command',
            command: `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: behavior, permissionDecisionReason: 'the hook' } })}'`,
          },
        ],
      },
    ],
  })

  it('a deny refuses at once with its reason [permission/hook-deny]', async () => {
    const { ending, text } = await decide(
      { hooks: hookThatSays('deny'), permissions: { allow: ['Bash'] } },
      'touch a',
    )
    expect(ending).toBe('refused')
    expect(text).toContain('the hook')
  })

  it('under advise an allow needs no rule, but no deny or ask rule is skipped [permission/hook-allow-advise]', async () => {
    const hooks = hookThatSays('allow')
    expect((await decide({ hooks }, 'touch a')).asked).toBe(0)
    expect((await decide({ hooks, permissions: { ask: ['Bash(touch *)'] } }, 'touch a')).asked).toBe(1)
    expect((await decide({ hooks, permissions: { deny: ['Bash(touch *)'] } }, 'touch a')).ending).toBe(
      'refused',
    )
  })

  it("never skips a critical removal, or validation's ask [permission/advise-limits]", async () => {
    userSettings({ hooks: hookThatSays('allow') })
    const prompter = scriptedPrompter({ kind: 'deny' })
    await ws.gate({ prompter }).call(bash('rm -rf /'))
    expect(prompter.questions).toHaveLength(1)
    const unsure = defineTool({
      name: 'Bash',
      inputSchema: z.strictObject({ command: z.string() }),
      validateInput: () => ({ result: false, message: 'really?', behavior: 'ask' }),
      call: () => 'done',
    })
    const again = allowOnce()
    await ws.gate({ prompter: again, tools: [unsure] }).call(bash('x'))
    expect(again.questions[0]?.reason).toBe('really?')
  })

  it('under override it skips every rule but a deny of the policy, and the trace shows it [permission/hook-allow-override]', async () => {
    const settings = {
      hooks: hookThatSays('allow'),
      permissions: { deny: ['Bash(touch *)'], ask: ['Bash(mkdir *)'] },
    }
    const options = { settings: { callgate: { hookAuthority: 'override' } } }
    const { ending, decision } = await decide(settings, 'touch a', options)
    expect(ending).toBe('completed')
    expect(decision?.remarks.join()).toMatch(/overrode the deny rule Bash\(touch \*\)/)
    ws.write(
      join(ws.folder, 'policy/managed-settings.json'),
      JSON.stringify({ permissions: { deny: ['Bash(touch *)'] } }),
    )
    expect((await decide(settings, 'touch b', options)).ending).toBe('refused')
  })

  it('a rewritten input is judged and run, not the one that was asked for [permission/rewrite-again]', async () => {
    const rewriting = {
      PreToolUse: [
        {
          hooks: [
            {
              type: 'command',
              command: `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput: { command: 'touch denied' } } })}'`,
            },
          ],
        },
      ],
    }
    const { ending } = await decide(
      { hooks: rewriting, permissions: { deny: ['Bash(touch denied)'] } },
      'touch a',
    )
    expect(ending).toBe('refused')
  })

  it('an input rewritten into one that is not safe beside others runs alone', async () => {
    let together = 0
    const seen: string[] = []
    const work = defineTool({
      name: 'Work',
      inputSchema: z.object({ safe: z.boolean() }),
      readOnly: true,
      concurrencySafe: ({ safe }) => safe,
      checkPermissions: () => ({ behavior: 'allow', reason: 'test' }),
      call: async ({ safe }) => {
        together++
        await sleep(100)
        seen.push(`${safe ? 'safe' : 'alone'} ${together}`)
        together--
        return 'ok'
      },
    })
    const answer = { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { safe: false } } }
    // the first call alone is rewritten
    const command = `grep -q '"tool_use_id":"a"' && echo '${JSON.stringify(answer)}' || true`
    userSettings({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } })
    const content = ['a', 'b', 'c'].map((id) => ({
      type: 'tool_use' as const,
      id,
      name: 'Work',
      input: { safe: true },
    }))
    await ws.gate({ tools: [work] }).results({ role: 'assistant', content })
    expect(seen.filter((each) => each.startsWith('alone'))).toEqual(['alone 1'])
    expect(seen).toHaveLength(3)
  })
})

describe('the person', () => {
  it('is shown tool, input, folder, reason and an editable rule [permission/prompt-shows]', async () => {
    const { question } = await decide({}, 'npm run build')
    expect(question).toMatchObject({
      toolName: 'Bash',
      input: { command: 'npm run build' },
      cwd: ws.project,
      suggestions: ['Bash(npm run build)', 'Bash(npm run build *)'],
      destinations: ['localSettings', 'session', 'projectSettings', 'userSettings'],
    })
    expect(question?.reason).toContain('No rule allows it')
  })

  it('is warned of a command that destroys something', async () => {
    const { question } = await decide({}, 'rm -rf build')
    expect(question?.destructive).toBeDefined()
  })

  it('allow once is this exact call [settings/once-is-this-call]', async () => {
    const prompter = allowOnce()
    const gate = ws.gate({ prompter })
    await gate.call(bash('touch a'))
    await gate.call(bash('touch a', 't2'))
    expect(prompter.questions).toHaveLength(2)
  })

  it('always allow is saved in the file of their choice, and holds at once [permission/prompt-answers]', async () => {
    const file = ws.write('.claude/settings.local.json', '{\n  // mine\n  "permissions": { "deny": [] }\n}\n')
    const prompter = scriptedPrompter({
      kind: 'alwaysAllow',
      rule: 'Bash(touch *)',
      destination: 'localSettings',
    })
    const gate = ws.gate({ prompter })
    expect((await gate.call(bash('touch a'))).ending).toBe('completed')
    expect((await gate.call(bash('touch b', 't2'))).ending).toBe('completed')
    expect(prompter.questions).toHaveLength(1)
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('// mine')
    expect(text).toContain('"Bash(touch *)"')
    expect((await ws.gate().call(bash('touch c', 't3'))).ending).toBe('completed')
  })

  it('a denial has one message, with what they said [stages/person-denial-text]', async () => {
    const prompter = scriptedPrompter({ kind: 'deny', message: 'use the staging server' })
    const { result, ending } = await ws.gate({ prompter }).call(bash('touch a'))
    expect(ending).toBe('refused')
    expect(textOf(result)).toBe(
      'The person did not allow this call, so it was not run. Do not try the same by another way: change your plan, or ask them what they want. They said: use the staging server',
    )
  })

  it('deny and stop ends the message, and the embedder is told [stages/stop]', async () => {
    const prompter = scriptedPrompter({ kind: 'deny', message: 'no', stop: true })
    const { message, stop } = await ws.gate({ prompter }).results({
      role: 'assistant',
      content: [
        { type: 'tool_use', ...bash('touch a', 'a') },
        { type: 'tool_use', ...bash('touch b', 'b') },
      ],
    })
    expect(stop).toEqual({ by: 'person', reason: 'no' })
    expect(message.content).toHaveLength(2)
    expect(prompter.questions).toHaveLength(1)
  })

  it('an input that they changed is judged again and run', async () => {
    const prompter = scriptedPrompter({ kind: 'allowOnce', input: { command: 'echo changed' } })
    const { result } = await ws.gate({ prompter }).call(bash('touch a'))
    expect(textOf(result)).toContain('changed')
  })

  it('after several denials the model is told to change course, after the results [stages/guidance-after-results]', async () => {
    const gate = ws.gate({ settings: { callgate: { denialLimit: 2 } } })
    const ask = (id: string) =>
      gate.results({ role: 'assistant', content: [{ type: 'tool_use', ...bash('touch a', id) }] })
    expect((await ask('a')).message.content).toHaveLength(1)
    const { message } = await ask('b')
    expect(message.content.map(({ type }) => type)).toEqual(['tool_result', 'text'])
    expect(JSON.stringify(message.content[0])).toContain('This keeps being refused')
    expect(JSON.stringify(message.content[1])).toContain('do not try it again')
  })

  it('a decision does not hold for settings that changed while it was asked [permission/binding]', async () => {
    const prompter = scriptedPrompter(() => {
      userSettings({ permissions: { deny: ['Bash(touch *)'] } })
      return { kind: 'allowOnce' }
    })
    userSettings({})
    const { ending } = await ws.gate({ prompter }).call(bash('touch a'))
    expect(ending).toBe('refused')
  })
})

describe('trust', () => {
  const project = (settings: object) => ws.write('.claude/settings.json', JSON.stringify(settings))

  it('until it is given, allow rules and hooks of the project wait; deny and ask rules hold [trust/waits]', async () => {
    const file = join(ws.folder, 'hook-ran')
    project({
      permissions: { allow: ['Bash(touch *)'], deny: ['Bash(mkdir *)'] },
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: `touch '${file}'` }] }] },
    })
    const prompter = allowOnce()
    const gate = ws.gate({ trust: false, prompter })
    expect((await gate.call(bash('mkdir a'))).ending).toBe('refused')
    await gate.call(bash('touch a', 't2'))
    expect(prompter.questions).toHaveLength(1)
    expect(() => readFileSync(file)).toThrow()
  })

  it('counts with the option of the embedder [trust/says-yes]', async () => {
    project({ permissions: { allow: ['Bash(touch *)'] } })
    expect((await ws.gate({ trust: true }).call(bash('touch a'))).ending).toBe('completed')
  })
})

describe('the classifier', () => {
  const judge = (behavior: 'allow' | 'deny' | 'none', ms = 0) => ({
    classify: async () => {
      await new Promise((resolve) => setTimeout(resolve, ms))
      return { behavior, confidence: 'high' as const, reason: 'it fits' }
    },
  })

  it('a confident allow skips the prompt, a confident deny refuses [permission/classifier-allow]', async () => {
    const prompter = allowOnce()
    const options = { prompter, tools: builtinTools() }
    expect(
      (await ws.gate({ ...options, classifier: judge('allow') as never }).call(bash('touch a'))).ending,
    ).toBe('completed')
    expect(
      (await ws.gate({ ...options, classifier: judge('deny') as never }).call(bash('touch a'))).ending,
    ).toBe('refused')
    expect(prompter.questions).toHaveLength(0)
  })

  it('never beats a deny or ask rule [permission/classifier-never-beats]', async () => {
    userSettings({ permissions: { ask: ['Bash(touch *)'], deny: ['Bash(mkdir *)'] } })
    const prompter = allowOnce()
    const gate = ws.gate({ prompter, classifier: judge('allow') as never })
    await gate.call(bash('touch a'))
    expect(prompter.questions).toHaveLength(1)
    expect((await gate.call(bash('mkdir a', 't2'))).ending).toBe('refused')
  })

  it('that comes late closes the prompt, unless the person has begun [permission/classifier-closes-prompt] [stages/prompt-delay]', async () => {
    const never = () => new Promise<never>(() => {})
    const waiting = scriptedPrompter(never)
    const settings = { callgate: { promptDelayMs: 20 } }
    const late = judge('allow', 150) as never
    expect(
      (await ws.gate({ prompter: waiting, classifier: late, settings }).call(bash('touch a'))).ending,
    ).toBe('completed')
    expect(waiting.questions).toHaveLength(1)
    const begun = scriptedPrompter(async (_question, { onBegin }) => {
      onBegin()
      await new Promise((resolve) => setTimeout(resolve, 400))
      return { kind: 'deny' }
    })
    expect(
      (await ws.gate({ prompter: begun, classifier: late, settings }).call(bash('touch a'))).ending,
    ).toBe('refused')
  })

  it('that cannot be reached leads to the prompt [permission/classifier-unreachable]', async () => {
    const prompter = allowOnce()
    const broken = { classify: () => Promise.reject(new Error('no route')) } as never
    expect((await ws.gate({ prompter, classifier: broken }).call(bash('touch a'))).ending).toBe('completed')
    expect(prompter.questions).toHaveLength(1)
  })
})
