import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ToolFailure } from '../../src/errors/tool-failure.js'
import type { GateEvent } from '../../src/pipeline/events.js'
import { recordingJournal, recordingTelemetry, scriptedPrompter, streamOf } from '../../src/testing/index.js'
import { defineTool } from '../../src/tool/define-tool.js'
import { createWorkspace, textOf, type Workspace } from './workspace.js'

let ws: Workspace
beforeEach(() => {
  ws = createWorkspace()
})
afterEach(() => ws.remove())

const echo = defineTool({
  name: 'Echo',
  aliases: ['Say', { name: 'Print', deprecated: true }],
  inputSchema: z.strictObject({ text: z.string(), times: z.number().optional() }),
  readOnly: true,
  checkPermissions: () => ({ behavior: 'allow', reason: 'harmless' }),
  call: ({ text, times }) => text.repeat(times ?? 1),
})
const recorder = (file: string, event = 'PreToolUse') => ({
  [event]: [{ hooks: [{ type: 'command', command: `cat >> '${file}'; echo >> '${file}'` }] }],
})
const use = (name: string, input: unknown, id = 't1') => ({
  type: 'tool_use' as const,
  id,
  name,
  input: input as never,
})
const message = (...content: ReturnType<typeof use>[]) => ({ role: 'assistant' as const, content })

describe('lookup', () => {
  it('finds by name, then by alias; a deprecated alias teaches the new name [lookup/by-name] [lookup/alias-deprecated]', async () => {
    const gate = ws.gate({ tools: [echo] })
    expect(textOf((await gate.call(use('Echo', { text: 'a' }))).result)).toBe('a')
    expect(textOf((await gate.call(use('Say', { text: 'a' }))).result)).toBe('a')
    expect(textOf((await gate.call(use('Print', { text: 'a' }))).result)).toContain(
      '"Print" is deprecated: this tool is called "Echo"',
    )
  })

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', ''])(
    '%j is no tool [lookup/prototype-safe]',
    async (name) => {
      const { ending, result } = await ws.gate({ tools: [echo] }).call(use(name, {}))
      expect(ending).toBe('invalid')
      expect(result.is_error).toBe(true)
    },
  )

  it('an unknown name names the closest, runs no hook and asks nobody [lookup/unknown] [validation/no-hooks]', async () => {
    const file = join(ws.folder, 'hooks')
    const prompter = scriptedPrompter({ kind: 'allowOnce' })
    const gate = ws.gate({
      tools: [echo],
      prompter,
      settings: { hooks: { ...recorder(file), ...recorder(file, 'PostToolUseFailure') } },
    })
    const { ending, result } = await gate.call(use('Ecko', {}))
    expect(ending).toBe('invalid')
    expect(textOf(result)).toMatch(/^<tool_use_error>.*Echo.*<\/tool_use_error>$/s)
    await gate.call(use('Echo', { text: 5, nonsense: true }))
    expect(existsSync(file)).toBe(false)
    expect(prompter.questions).toEqual([])
  })
})

describe('validation', () => {
  it('the model gets every issue with its path [validation/issues]', async () => {
    const { result } = await ws.gate({ tools: [echo] }).call(use('Echo', { times: 'many', colour: 'red' }))
    const text = textOf(result)
    expect(text).toMatch(/^<tool_use_error>/)
    expect(text).toContain('text: expected string, got nothing')
    expect(text).toContain('times: expected number, got string')
    expect(text).toContain('colour')
    expect(result.is_error).toBe(true)
  })

  const checked: string[] = []
  const business = defineTool({
    name: 'Business',
    inputSchema: z.strictObject({ n: z.number() }),
    validateInput: ({ n }) => {
      checked.push(String(n))
      if (n === 1) return { result: false, message: 'one is taken', errorCode: 7 }
      return n === 2 ? { result: false, message: 'two is odd', behavior: 'ask' } : { result: true }
    },
    checkPermissions: () => ({ behavior: 'allow', reason: 'harmless' }),
    call: ({ n }) => `ran ${n}`,
  })

  it('validateInput runs only on input that passed the schema [validation/business-after-schema]', async () => {
    checked.length = 0
    const gate = ws.gate({ tools: [business] })
    await gate.call(use('Business', { n: 'x' }))
    expect(checked).toEqual([])
    await gate.call(use('Business', { n: '3' }))
    expect(checked).toEqual(['3'])
  })

  it('refuses with message and errorCode [validation/refused-code]', async () => {
    const { result } = await ws.gate({ tools: [business] }).call(use('Business', { n: 1 }))
    expect(textOf(result)).toBe('<tool_use_error>one is taken (errorCode: 7)</tool_use_error>')
  })

  it('in doubt it goes on, but a person must confirm, shown the message [validation/ask]', async () => {
    const prompter = scriptedPrompter({ kind: 'allowOnce' })
    const { result } = await ws
      .gate({ tools: [business], prompter, allowedTools: ['Business'] })
      .call(use('Business', { n: 2 }))
    expect(prompter.questions[0]?.reason).toBe('two is odd')
    expect(textOf(result)).toBe('ran 2')
  })

  it('coerces where the schema wants it, and hands the tool the result [validation/coercion]', async () => {
    expect(
      textOf((await ws.gate({ tools: [echo] }).call(use('Echo', { text: 'a', times: '3' }))).result),
    ).toBe('aaa')
  })
})

describe('launch', () => {
  it('hooks and classifier start in the same tick, and cost the longer of the two [launch/same-tick]', async () => {
    const begun: string[] = []
    const classifier = {
      classify: async () => {
        begun.push(`classifier ${existsSync(join(ws.folder, 'hook-done'))}`)
        return { behavior: 'none' as const, confidence: 'low' as const, reason: '' }
      },
    }
    const command = `sleep 0.2; touch '${join(ws.folder, 'hook-done')}'`
    const gate = ws.gate({
      classifier,
      settings: { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } },
    })
    await gate.call(use('Bash', { command: 'touch a' }))
    expect(begun).toEqual(['classifier false'])
    expect(existsSync(join(ws.folder, 'hook-done'))).toBe(true)
  })

  it('permission waits for hooks, and for a verdict only where it can matter [launch/permission-waits] [launch/verdict-dropped]', async () => {
    let dropped = false
    const classifier = {
      classify: (_question: unknown, signal: AbortSignal) =>
        new Promise<never>(() => {
          signal.addEventListener('abort', () => {
            dropped = true
          })
        }),
    }
    const gate = ws.gate({ classifier, allowedTools: ['Bash(touch *)'] })
    expect((await gate.call(use('Bash', { command: 'touch a' }))).ending).toBe('completed')
    expect(dropped).toBe(true)
  })

  it('verdicts are remembered by command and folder [launch/verdict-cached]', async () => {
    let asked = 0
    const classifier = {
      classify: async () => {
        asked++
        return { behavior: 'allow' as const, confidence: 'high' as const, reason: 'fine' }
      },
    }
    const gate = ws.gate({ classifier })
    await gate.call(use('Bash', { command: 'touch a' }))
    await gate.call(use('Bash', { command: 'touch a' }, 't2'))
    await gate.call(use('Bash', { command: 'touch b' }, 't3'))
    expect(asked).toBe(2)
  })
})

describe('execution', () => {
  const ran = (call: (signal: AbortSignal, onProgress: (text: string) => void) => unknown, fields = {}) =>
    defineTool({
      name: 'Work',
      inputSchema: z.strictObject({}),
      checkPermissions: () => ({ behavior: 'allow', reason: 'harmless' }),
      call: (_input, { signal }, onProgress) => call(signal, (text) => onProgress({ kind: 'message', text })),
      ...fields,
    })

  it('streams progress as it happens, as an argument of the call [stages/progress-argument] [execution/progress]', async () => {
    const tool = ran(async (_signal, progress) => {
      progress('half')
      await sleep(10)
      return 'whole'
    })
    const events: GateEvent[] = []
    await ws.gate({ tools: [tool] }).call(use('Work', {}), { onEvent: (event) => events.push(event) })
    const order = events.flatMap((event) =>
      event.type === 'progress' ? ['progress'] : event.type === 'result' ? ['result'] : [],
    )
    expect(order).toEqual(['progress', 'result'])
  })

  it('has a time limit, after which the signal ends and the error says so [execution/timeout]', async () => {
    const tool = ran(
      (signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
      { timeoutMs: 50 },
    )
    const { result, ending } = await ws.gate({ tools: [tool] }).call(use('Work', {}))
    expect(ending).toBe('failed')
    expect(textOf(result)).toContain('did not end within 50 ms')
  })

  const never = () => new Promise<never>(() => {})
  const hanging = (name: string, functions: object) =>
    defineTool({ name, inputSchema: z.object({}), call: () => 'ok', ...functions })
  it.each([
    { id: 'validateInput', tool: hanging('Hung', { validateInput: never }), during: 'validation' },
    { id: 'checkPermissions', tool: hanging('Hung', { checkPermissions: never }), during: 'permission' },
    {
      id: 'requiresUserInteraction',
      tool: { ...hanging('Hung', {}), requiresUserInteraction: never },
      during: 'permission',
    },
    {
      id: 'schema',
      tool: hanging('Hung', { inputSchema: z.object({}).refine(never) }),
      during: 'validation',
    },
  ])('an abort ends a call whose $id never settles, and close does not wait for it', async ({ tool }) => {
    const gate = ws.gate({ tools: [tool, echo] })
    const controller = new AbortController()
    const hung = gate.call(use('Hung', {}), { signal: controller.signal })
    const closed = ws.gate({ tools: [tool] })
    const endedByClose = closed.call(use('Hung', {}))
    await sleep(20)
    controller.abort('enough')
    expect(await hung).toMatchObject({ ending: 'cancelled', result: { is_error: true } })
    await closed.close()
    expect(await endedByClose).toMatchObject({ ending: 'cancelled' })
    expect(textOf((await gate.call(use('Echo', { text: 'next' }))).result)).toBe('next')
  })

  it('a tool whose requiresUserInteraction throws needs the person', async () => {
    const tool = {
      ...echo,
      requiresUserInteraction: () => {
        throw new Error('lost')
      },
    }
    const prompter = scriptedPrompter({ kind: 'allowOnce' })
    await ws.gate({ tools: [tool], prompter }).call(use('Echo', { text: 'a' }))
    expect(prompter.questions.map(({ toolName }) => toolName)).toEqual(['Echo'])
  })

  it('an abort cancels, whether the tool had begun or not', async () => {
    const tool = ran(
      (signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new ToolFailure('so far')))),
    )
    const gate = ws.gate({ tools: [tool] })
    const controller = new AbortController()
    const running = gate.call(use('Work', {}), { signal: controller.signal })
    await sleep(30)
    controller.abort('enough')
    const begun = await running
    expect(begun.ending).toBe('cancelled')
    expect(textOf(begun.result)).toContain('so far')
    const aborted = await gate.call(use('Work', {}), { signal: AbortSignal.abort('too late') })
    expect(textOf(aborted.result)).toMatch(/not run/i)
  })

  it.each<[string, () => unknown]>([
    [
      'throws at once',
      () => {
        throw new Error('boom')
      },
    ],
    ['rejects', () => Promise.reject(new Error('boom'))],
    [
      'throws a text',
      () => {
        throw 'boom'
      },
    ],
    [
      'throws nothing',
      () => {
        throw undefined
      },
    ],
    [
      'throws an object that cannot be shown',
      () => {
        throw {
          toString() {
            throw new Error('no')
          },
        }
      },
    ],
    [
      'gives a value that cannot be JSON',
      () => {
        const a: Record<string, unknown> = {}
        a.a = a
        return a
      },
    ],
    [
      'gives a value whose getters throw',
      () => ({
        get x() {
          throw new Error('boom')
        },
      }),
    ],
  ])(
    'a tool that %s ends in a well-formed error [whole/is-error] [whole/nothing-ends-process]',
    async (_case, call) => {
      const telemetry = recordingTelemetry()
      const { result, ending } = await ws.gate({ tools: [ran(call)], telemetry }).call(use('Work', {}))
      expect(ending).toBe('failed')
      expect(result).toMatchObject({ type: 'tool_result', tool_use_id: 't1', is_error: true })
      expect(textOf(result)).not.toBe('')
      expect(telemetry.events.some(({ kind }) => kind === 'toolError')).toBe(true)
    },
  )

  it('tools call tools through the same stages; a denied one is a result, not an exception [whole/same-stages]', async () => {
    const outer = defineTool({
      name: 'Outer',
      inputSchema: z.strictObject({}),
      checkPermissions: () => ({ behavior: 'allow', reason: 'harmless' }),
      call: async (_input, { callTool }) => {
        const first = await callTool('Echo', { text: 'in', times: '2' })
        const second = await callTool('Bash', { command: 'touch denied' })
        const third = await callTool('nothing', {})
        return [first, second, third].map((block) => `${block.is_error ?? false} ${textOf(block)}`).join('\n')
      },
    })
    const { result } = await ws
      .gate({ tools: [outer, echo, ...ws.tools], disallowedTools: ['Bash(touch *)'] })
      .call(use('Outer', {}))
    expect(textOf(result)).toMatch(/^false inin\ntrue .*Bash\(touch \*\).*\ntrue <tool_use_error>/s)
    expect(existsSync(join(ws.project, 'denied'))).toBe(false)
  })

  it('a tool that calls by the gate instead is ended by its time limit, and both calls have their result', async () => {
    const inner: Promise<{ readonly ending: string }>[] = []
    const outer = defineTool({
      name: 'Outer',
      inputSchema: z.strictObject({}),
      checkPermissions: () => ({ behavior: 'allow', reason: 'harmless' }),
      timeoutMs: 200,
      call: async (_input, { signal }) => {
        inner.push(gate.call(use('Echo', { text: 'in' })))
        const ended = new Promise<never>((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
        )
        return (await Promise.race([inner[0]!, ended])).ending
      },
    })
    const gate = ws.gate({ tools: [outer, echo] })
    const { ending, result } = await gate.call({ id: 'outer', name: 'Outer', input: {} })
    expect([ending, textOf(result)]).toEqual(['failed', expect.stringContaining('200 ms')])
    expect((await inner[0]!).ending).toBe('completed')
  })
})

describe('result and post hooks', () => {
  const big = defineTool({
    name: 'Big',
    inputSchema: z.strictObject({}),
    checkPermissions: () => ({ behavior: 'allow', reason: 'harmless' }),
    call: () => ({ rows: 3 }),
    mapResult: ({ rows }) => ({ content: `${'x'.repeat(100_000)} ${rows}` }),
    maxResultSizeChars: 1_000,
  })

  it('maps, and saves whole what is too long, with path, size and preview [result/maps] [result/saved]', async () => {
    const { result } = await ws.gate({ tools: [big] }).call(use('Big', {}))
    const text = textOf(result)
    expect(text.length).toBeLessThan(3_000)
    const path = /(\/\S+\.txt)/.exec(text)?.[1]
    expect(readFileSync(path!, 'utf8')).toBe(`${'x'.repeat(100_000)} 3`)
    expect(text).toContain('100002')
  })

  it('an output that a hook replaced goes through stage 6 again [stages/output-hook-replaces]', async () => {
    const answer = JSON.stringify({
      hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: { rows: 99 } },
    })
    const hooks = { PostToolUse: [{ hooks: [{ type: 'command', command: `echo '${answer}'` }] }] }
    const { result } = await ws.gate({ tools: [big], settings: { hooks } }).call(use('Big', {}))
    const path = /(\/\S+\.txt)/.exec(textOf(result))?.[1]
    expect(readFileSync(path!, 'utf8').endsWith(' 99')).toBe(true)
  })

  it('refused and cancelled calls fire no post hook [stages/no-post-for-refused]', async () => {
    const file = join(ws.folder, 'hooks')
    const hooks = { ...recorder(file, 'PostToolUse'), ...recorder(file, 'PostToolUseFailure') }
    const gate = ws.gate({ settings: { hooks, permissions: { deny: ['Bash(touch *)'] } } })
    await gate.call(use('Bash', { command: 'touch a' }))
    await gate.call(use('Bash', { command: 'ls' }, 't2'), { signal: AbortSignal.abort() })
    expect(existsSync(file)).toBe(false)
    await gate.call(use('Bash', { command: 'ls' }, 't3'))
    expect(readFileSync(file, 'utf8')).toContain('"hook_event_name":"PostToolUse"')
  })
})

describe('whole messages', () => {
  const slow = (name: string, safe: boolean, log: string[]) =>
    defineTool({
      name,
      inputSchema: z.strictObject({ id: z.string() }),
      concurrencySafe: safe,
      checkPermissions: () => ({ behavior: 'allow', reason: 'harmless' }),
      call: async ({ id }) => {
        log.push(`+${id}`)
        await sleep(40)
        log.push(`-${id}`)
        return id
      },
    })

  it('safe calls run together, the others one at a time, results in call order [emission/one-message] [whole/one-result]', async () => {
    const log: string[] = []
    const gate = ws.gate({ tools: [slow('Safe', true, log), slow('Alone', false, log)] })
    const { message: answer } = await gate.results(
      message(
        use('Safe', { id: 'a' }, 'a'),
        use('Safe', { id: 'b' }, 'b'),
        use('Alone', { id: 'c' }, 'c'),
        use('Safe', { id: 'd' }, 'd'),
      ),
    )
    expect(log.slice(0, 2)).toEqual(['+a', '+b'])
    expect(log.slice(4)).toEqual(['+c', '-c', '+d', '-d'])
    expect(
      answer.content.map((block) => (block.type === 'tool_result' ? block.tool_use_id : block.type)),
    ).toEqual(['a', 'b', 'c', 'd'])
  })

  it('at most maxParallelCalls run at once [stages/cap]', async () => {
    const log: string[] = []
    const gate = ws.gate({
      tools: [slow('Safe', true, log)],
      settings: { callgate: { maxParallelCalls: 2 } },
    })
    await gate.results(message(...['a', 'b', 'c', 'd'].map((id) => use('Safe', { id }, id))))
    let open = 0
    let most = 0
    for (const entry of log) {
      open += entry.startsWith('+') ? 1 : -1
      most = Math.max(most, open)
    }
    expect(most).toBe(2)
  })

  it('call() takes its turn like any other [stages/call-same-scheduler]', async () => {
    const log: string[] = []
    const gate = ws.gate({ tools: [slow('Alone', false, log)] })
    await Promise.all([gate.call(use('Alone', { id: 'a' }, 'a')), gate.call(use('Alone', { id: 'b' }, 'b'))])
    expect(log).toEqual(['+a', '-a', '+b', '-b'])
  })

  it('a call starts when its block is complete, before the message is [stages/start-when-complete]', async () => {
    let started: (() => void) | undefined
    const begun = new Promise<void>((resolve) => {
      started = resolve
    })
    const tool = defineTool({
      name: 'Work',
      inputSchema: z.strictObject({}),
      checkPermissions: () => ({ behavior: 'allow', reason: 'harmless' }),
      call: () => started?.(),
    })
    async function* stream() {
      const events = streamOf([{ id: 'a', name: 'Work', input: {} }])
      for (const event of events.slice(0, -1)) yield event
      // the end of the message comes only once the call has begun
      await begun
      yield events.at(-1)
    }
    const { message: answer } = await ws.gate({ tools: [tool] }).results(stream())
    expect(answer.content).toHaveLength(1)
  })

  it('a Read before an Edit has been read, and a cd before a command has happened [stages/waits-for-conflicts]', async () => {
    ws.write('a.txt', 'one\n')
    ws.write('sub/x', '')
    const { message: answer } = await ws
      .gate({ allowedTools: ['Edit'] })
      .results(
        message(
          use('Read', { file_path: 'a.txt' }, 'a'),
          use('Edit', { file_path: 'a.txt', old_string: 'one', new_string: 'two' }, 'b'),
          use('Bash', { command: 'cd sub' }, 'c'),
          use('Bash', { command: 'pwd' }, 'd'),
        ),
      )
    expect(answer.content.map((block) => 'is_error' in block && block.is_error === true)).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(readFileSync(join(ws.project, 'a.txt'), 'utf8')).toBe('two\n')
    expect(textOf(answer.content[3] as never)).toContain(join(ws.project, 'sub'))
  })

  it('a message is emitted once, whatever became of its calls [stages/emission-once]', async () => {
    const events: string[] = []
    const run = ws.gate({ tools: [echo] }).run(message(use('Echo', { text: 'a' }, 'a'), use('None', {}, 'b')))
    for await (const event of run) events.push(event.type)
    expect(events.filter((type) => type === 'message')).toHaveLength(1)
    expect((await run.outcome).message.content).toHaveLength(2)
  })

  it('a stream that breaks off, with JSON that never ended: each call that was begun has one result', async () => {
    const events = streamOf([
      { id: 'a', name: 'Echo', input: { text: 'a' } },
      { id: 'b', name: 'Echo', input: { text: 'b' } },
    ]) as { type: string; index?: number }[]
    const cut = events.slice(0, -3)
    async function* broken() {
      yield* cut
      throw new Error('connection reset')
    }
    const { message: answer, assistant, brokenOff } = await ws.gate({ tools: [echo] }).results(broken())
    expect(brokenOff?.message).toBe('connection reset')
    const results = answer.content.filter((block) => block.type === 'tool_result')
    expect(results.map((block) => [block.tool_use_id, block.is_error ?? false])).toEqual([
      ['a', false],
      ['b', true],
    ])
    expect(JSON.stringify(answer.content.at(-1))).toContain('broke off')
    expect(assistant.content).toHaveLength(2)
  })

  it.each([
    { id: 'null', given: null, says: 'it is null' },
    { id: 'nothing', given: undefined, says: 'it is undefined' },
    { id: 'text', given: 'text', says: 'it is string' },
    { id: 'an object', given: {}, says: 'without "content"' },
  ])(
    'what is no message is an error that says so, to who awaits and to who iterates: $id',
    async ({ given, says }) => {
      const run = ws.gate({ tools: [echo] }).run(given as never)
      await expect(run.outcome).rejects.toMatchObject({ code: 'INPUT_UNRECOGNISED' })
      const iterate = async () => {
        for await (const event of run) expect(event).toBeUndefined()
      }
      await expect(iterate()).rejects.toThrow(says)
    },
  )

  it('a whole message has its results, though nobody wants them any more', async () => {
    const gate = ws.gate({ tools: [echo] })
    const whole = message(use('Echo', { text: 'a' }, 'a'))
    const { message: answer } = await gate.results(whole, { signal: AbortSignal.abort('enough') })
    expect(answer.content).toMatchObject([{ tool_use_id: 'a', is_error: true }])
    await gate.close()
    expect((await gate.results(whole)).message.content).toMatchObject([{ tool_use_id: 'a', is_error: true }])
  })

  it('empty texts of the model do not come back: the API would refuse them', async () => {
    const { assistant } = await ws.gate({ tools: [echo] }).results({
      role: 'assistant',
      content: [{ type: 'text', text: '' }, use('Echo', { text: 'a' }, 'a')] as never,
    })
    expect(assistant.content).toMatchObject([{ type: 'tool_use' }])
  })

  it('a source that hangs lets go at an abort', async () => {
    const controller = new AbortController()
    async function* hanging() {
      yield* streamOf([{ id: 'a', name: 'Echo', input: { text: 'a' } }]).slice(0, 2)
      await new Promise(() => {})
    }
    setTimeout(() => controller.abort('enough'), 50)
    const { message: answer } = await ws
      .gate({ tools: [echo] })
      .results(hanging(), { signal: controller.signal })
    expect(answer.content).toMatchObject([{ tool_use_id: 'a', is_error: true }])
  })

  it('leaving the loop early aborts what still runs', async () => {
    let aborted = false
    const tool = defineTool({
      name: 'Work',
      inputSchema: z.strictObject({}),
      checkPermissions: () => ({ behavior: 'allow', reason: 'harmless' }),
      call: (_input, { signal }, onProgress) => {
        onProgress({ kind: 'message', text: 'begun' })
        return new Promise((_, reject) =>
          signal.addEventListener('abort', () => {
            aborted = true
            reject(new Error('x'))
          }),
        )
      },
    })
    const run = ws.gate({ tools: [tool] }).run(message(use('Work', {})))
    for await (const event of run) if (event.type === 'progress') break
    await run.outcome
    expect(aborted).toBe(true)
  })
})

describe('the gate', () => {
  it('journals each stage and the decision', async () => {
    const journal = recordingJournal()
    await ws.gate({ tools: [echo], journal }).call(use('Echo', { text: 'a' }))
    expect(journal.records.map((record) => `${record.event} ${record.stage ?? ''}`.trim())).toEqual([
      'begun',
      'stageEnded lookup',
      'stageEnded validation',
      'stageEnded launch',
      'decision',
      'stageEnded permission',
      'executing',
      'stageEnded execution',
      'stageEnded result',
      'stageEnded postHooks',
      'answered',
    ])
  })

  it('keeps secrets from a journal of the embedder too [stages/redaction]', async () => {
    const journal = recordingJournal()
    const secret = 'sk-ant-abcdefghijklmnopqrstuvwxyz'
    await ws.gate({ tools: [echo], journal }).call(use('Echo', { text: `KEY is ${secret}` }))
    expect(journal.records[0]).toMatchObject({
      event: 'begun',
      name: 'Echo',
      input: { text: 'KEY is [redacted]' },
    })
    expect(JSON.stringify(journal.records)).not.toContain(secret)
  })

  it('refuses further calls once it is closed, with a result', async () => {
    const gate = ws.gate({ tools: [echo] })
    await gate.close()
    const { ending, result } = await gate.call(use('Echo', { text: 'a' }))
    expect(ending).toBe('cancelled')
    expect(result.is_error).toBe(true)
  })

  it('survives a journal, a telemetry and a listener that throw [whole/nothing-ends-process]', async () => {
    const boom = () => {
      throw new Error('boom')
    }
    const gate = ws.gate({ tools: [echo], journal: { record: boom }, telemetry: { count: boom } })
    const { result } = await gate.call(use('Echo', { text: 'a' }), { onEvent: boom })
    expect(result.tool_use_id).toBe('t1')
  })

  it('keeps folder, reads, tasks and grants for the session, in a private folder [stages/session-keeps]', async () => {
    ws.write('sub/a.txt', 'one')
    const gate = ws.gate()
    await gate.call(use('Bash', { command: 'cd sub' }))
    expect(textOf((await gate.call(use('Bash', { command: 'pwd' }, 't2'))).result)).toContain(
      join(ws.project, 'sub'),
    )
    await gate.call(use('Bash', { command: 'seq 1 100000' }, 't3'))
    const { statSync } = await import('node:fs')
    expect(statSync(gate.sessionFolder).mode & 0o777).toBe(0o700)
    expect(gate.sessionFolder.startsWith(join(ws.folder, 'state'))).toBe(true)
  })
})
