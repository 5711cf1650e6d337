import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { RunOutcome } from '../../src/pipeline/events.js'
import { scriptedPrompter } from '../../src/testing/index.js'
import { defineTool } from '../../src/tool/define-tool.js'
import { createWorkspace, type Workspace } from '../scenarios/workspace.js'

const long = process.env.CALLGATE_LONG === '1'
const runs = long ? 20_000 : 2_500

/** Tools that misbehave in each way there is. */
const misbehaviours = {
  fine: () => 'fine',
  slow: () => new Promise((resolve) => setTimeout(resolve, 2, 'slow')),
  throwsAtOnce: () => {
    throw new TypeError('at once')
  },
  rejects: async () => Promise.reject(new Error('later')),
  throwsNothing: () => {
    throw undefined
  },
  throwsHostile: () => {
    throw new Proxy(new Error('x'), {
      get: () => {
        throw new Error('no field of mine')
      },
    })
  },
  hangsUntilAborted: (signal: AbortSignal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
  aborts: (signal: AbortSignal) => (signal.aborted ? 'was' : 'not yet'),
  cyclic: () => {
    const value: { self?: unknown } = {}
    value.self = value
    return value
  },
  huge: () => 'x'.repeat(200_000),
  halfCharacter: () => 'half \ud83d',
  nothing: () => undefined,
  liesAboutContent: () => ({ content: 5 }),
} as const

type Misbehaviour = keyof typeof misbehaviours

const tool = (name: string, shared: boolean) =>
  defineTool({
    name,
    inputSchema: z.strictObject({ how: z.string(), n: z.number().optional() }),
    readOnly: shared,
    checkPermissions: ({ how }) => {
      if (how === 'slow') return Promise.resolve({ behavior: 'allow', reason: 'test' } as const)
      return { behavior: 'allow', reason: 'test' }
    },
    // what hangs must not hold the whole property up
    timeoutMs: 20,
    call: ({ how }, { signal }): unknown => misbehaviours[how as Misbehaviour]?.(signal),
    mapResult: (output) =>
      typeof output === 'object' && output !== null ? (output as never) : { content: String(output) },
  })

const input = fc.oneof(
  fc.record({ how: fc.constantFrom(...Object.keys(misbehaviours)) }),
  fc.record({ how: fc.constantFrom(...Object.keys(misbehaviours)), n: fc.constantFrom('5', 'x', 5, null) }),
  fc.anything(),
)
const block = fc.record(
  {
    type: fc.constant('tool_use'),
    id: fc.oneof(
      { weight: 9, arbitrary: fc.uuid() },
      { weight: 1, arbitrary: fc.constantFrom('same', 'other') },
      { weight: 1, arbitrary: fc.anything() },
    ),
    name: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom('Shared', 'Alone') },
      { weight: 1, arbitrary: fc.string() },
      { weight: 1, arbitrary: fc.anything() },
    ),
    input,
  },
  { requiredKeys: ['type'] },
)
const message = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: block },
    { weight: 1, arbitrary: fc.constant({ type: 'text', text: 'words' }) },
  ),
  { maxLength: 6 },
)

interface Plan {
  readonly content: readonly unknown[]
  readonly form: 'whole' | 'stream' | 'brokenOff' | 'malformed' | 'hangs'
  readonly abortAfter: number | undefined
}

const plan: fc.Arbitrary<Plan> = fc.record({
  content: message,
  form: fc.constantFrom('whole', 'stream', 'brokenOff', 'malformed', 'hangs'),
  abortAfter: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined }),
})

/** The events of the message, and the ids of the calls that were begun. */
function events({ content, form }: Plan): { events: unknown[]; hangs: boolean } {
  const all = content.flatMap((each, index) => {
    const fields = each as { type: string; input?: unknown }
    const text = form === 'malformed' ? '{"how": "fi' : (safeJson(fields.input) ?? '{}')
    if (fields.type !== 'tool_use')
      return [
        { type: 'content_block_start', index, content_block: each },
        { type: 'content_block_stop', index },
      ]
    return [
      { type: 'content_block_start', index, content_block: { ...fields, input: {} } },
      { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: text } },
      { type: 'content_block_stop', index },
    ]
  })
  if (form === 'brokenOff') return { events: all.slice(0, Math.ceil(all.length * 0.7)), hangs: false }
  return { events: form === 'hangs' ? all : [...all, { type: 'message_stop' }], hangs: form === 'hangs' }
}

function safeJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

async function* stream(source: readonly unknown[], hangs: boolean): AsyncGenerator<unknown> {
  for (const event of source) {
    yield event
    if (Math.random() < 0.2) await new Promise((resolve) => setImmediate(resolve))
  }
  if (hangs) await new Promise(() => {})
}

/** Ids as the message gives them: text that is there, each once, in order. */
function begunIds(blocks: readonly unknown[]): string[] {
  const ids = blocks
    .filter((each) => (each as { type: string }).type === 'tool_use')
    .map((each) => (each as { id?: unknown }).id)
    .filter((id): id is string => typeof id === 'string' && id !== '')
  return [...new Set(ids)]
}

function begunCount(blocks: readonly unknown[]): number {
  const calls = blocks.filter((each) => (each as { type: string }).type === 'tool_use')
  const named = calls
    .map((each) => (each as { id?: unknown }).id)
    .filter((id) => typeof id === 'string' && id !== '')
  return calls.length - named.length + new Set(named).size
}

describe('a gate under random messages', () => {
  const workspaces: Workspace[] = []
  afterAll(async () => {
    await Promise.all(workspaces.map((ws) => ws.remove()))
  })

  it('answers each tool_use exactly once, in order, and leaves nothing behind [whole/one-result] [whole/nothing-ends-process] [emission/one-message]', {
    timeout: long ? 1_200_000 : 180_000,
  }, async () => {
    const ws = createWorkspace()
    workspaces.push(ws)
    const gate = ws.gate({
      tools: [tool('Shared', true), tool('Alone', false)],
      prompter: scriptedPrompter({ kind: 'allowOnce' }),
    })
    const faults: unknown[] = []
    const onFault = (error: unknown) => faults.push(error)
    process.on('unhandledRejection', onFault)
    const before = readdirSync('/proc/self/fd').length
    await fc.assert(
      fc.asyncProperty(plan, async (each) => {
        const outcome = await runOnce(gate, each)
        check(outcome, each)
      }),
      { numRuns: runs },
    )
    await gate.close()
    await new Promise((resolve) => setTimeout(resolve, 50))
    process.off('unhandledRejection', onFault)
    expect(faults).toEqual([])
    expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(before + 2)
  })

  async function runOnce(gate: ReturnType<Workspace['gate']>, each: Plan): Promise<RunOutcome> {
    const controller = new AbortController()
    const made = events(each)
    // a stream that hangs ends by abort only
    const abortAfter = each.abortAfter ?? (made.hangs && each.form === 'hangs' ? 15 : undefined)
    const timer =
      abortAfter === undefined ? undefined : setTimeout(() => controller.abort('random'), abortAfter)
    try {
      const source =
        each.form === 'whole'
          ? { role: 'assistant' as const, content: each.content as never }
          : stream(made.events, made.hangs)
      return await gate.results(source, { signal: controller.signal })
    } finally {
      clearTimeout(timer)
    }
  }

  function check(outcome: RunOutcome, each: Plan): void {
    const { content } = outcome.message
    const results = content.filter((block) => block.type === 'tool_result')
    const ids = results.map(({ tool_use_id }) => tool_use_id)
    expect(new Set(ids).size).toBe(ids.length)
    // results first, then text
    expect(content.slice(0, results.length).every(({ type }) => type === 'tool_result')).toBe(true)
    const answered = outcome.assistant.content.filter(
      (block) => (block as { type?: string }).type === 'tool_use',
    )
    expect(answered.map((block) => (block as { id: string }).id)).toEqual(ids)
    for (const block of answered) {
      expect(typeof (block as { input: unknown }).input).toBe('object')
      expect((block as { name: string }).name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    }
    for (const { content: body } of results) {
      expect(JSON.stringify(body)).not.toMatch(/\\ud[89ab]/i)
      expect(body.length).toBeGreaterThan(0)
    }
    // an abort or a broken stream may come before a block began; without either all of them were begun
    const named = begunIds(each.content)
    const own = ids.filter((id) => named.includes(id))
    expect(own).toEqual(named.filter((id) => own.includes(id)))
    if (
      each.abortAfter === undefined &&
      (each.form === 'whole' || each.form === 'stream' || each.form === 'malformed')
    ) {
      expect(ids.length).toBe(begunCount(each.content))
    }
  }
})
