import { tool as aiTool, jsonSchema } from 'ai'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CallgateError } from '../../src/errors/callgate-error.js'
import { adaptTool } from '../../src/tool/adapt-tool.js'
import type { ToolContext } from '../../src/tool/tool.js'

const context = { toolUseId: 't1', signal: new AbortController().signal } as ToolContext
const run = async (tool: ReturnType<typeof adaptTool>, input: unknown, seen: unknown[] = []) =>
  tool.mapResult(await tool.call(input, context, (progress) => seen.push(progress)))

describe('adaptTool', () => {
  it('takes an AI SDK tool with a Zod schema unchanged [stages/ai-sdk-tools]', async () => {
    const weather = aiTool({
      description: 'w',
      inputSchema: z.object({ city: z.string() }),
      execute: async ({ city }) => ({ city, c: 21 }),
    })
    const adapted = adaptTool('weather', weather)
    expect(await adapted.inputSchema.parse({ city: 'Rome' })).toEqual({ ok: true, value: { city: 'Rome' } })
    expect(await run(adapted, { city: 'Rome' })).toEqual({
      content: JSON.stringify({ city: 'Rome', c: 21 }, null, 2),
    })
  })

  it('takes jsonSchema(), and checks inputs against it [stages/ai-sdk-tools]', async () => {
    const schema = jsonSchema<{ n: number }>({
      type: 'object',
      properties: { n: { type: 'number' } },
      required: ['n'],
    })
    const adapted = adaptTool('n', aiTool({ inputSchema: schema, execute: async ({ n }) => n + 1 }))
    expect((await adapted.inputSchema.parse({ n: 'x' })).ok).toBe(false)
    expect(await run(adapted, { n: 1 })).toEqual({ content: '2' })
  })

  it('gives the parts of an async iterable as progress, and the last as output [stages/ai-sdk-tools]', async () => {
    const counting = {
      inputSchema: z.object({}),
      execute: async function* () {
        yield 'one'
        yield 'two'
      },
    }
    const seen: unknown[] = []
    expect(await run(adaptTool('count', counting), {}, seen)).toEqual({ content: 'two' })
    expect(seen).toEqual([
      { kind: 'partial', output: 'one' },
      { kind: 'partial', output: 'two' },
    ])
  })

  it.each([
    { id: 'text', mapped: { type: 'text', value: 'hi' }, content: { content: 'hi' } },
    { id: 'error', mapped: { type: 'error-text', value: 'no' }, content: { content: 'no', isError: true } },
    {
      id: 'content',
      mapped: { type: 'content', value: [{ type: 'media', mediaType: 'image/png', data: 'iVBORw0KGgo=' }] },
      content: {
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
        ],
      },
    },
  ])('maps toModelOutput of type $id [stages/ai-sdk-tools]', async ({ mapped, content }) => {
    const adapted = adaptTool('t', {
      inputSchema: z.object({}),
      execute: () => 1,
      toModelOutput: () => mapped,
    })
    expect(await run(adapted, {})).toEqual(content)
  })

  it.each([
    { id: 'true', needsApproval: true, asks: true },
    { id: 'absent', needsApproval: undefined, asks: false },
    { id: 'by input', needsApproval: async ({ n }: { n: number }) => n > 1, asks: true },
    {
      id: 'throws',
      needsApproval: () => {
        throw new Error('x')
      },
      asks: true,
    },
  ])('asks a person where needsApproval is $id [stages/ai-sdk-tools]', async ({ needsApproval, asks }) => {
    const adapted = adaptTool('t', {
      inputSchema: z.object({ n: z.number() }),
      execute: () => 1,
      needsApproval,
    })
    expect(await adapted.requiresUserInteraction({ n: 2 })).toBe(asks)
  })

  it('passes the call id and the abort signal on', async () => {
    const adapted = adaptTool('t', {
      inputSchema: z.object({}),
      execute: (_: unknown, options: { toolCallId: string; abortSignal: AbortSignal }) => [
        options.toolCallId,
        options.abortSignal === context.signal,
      ],
    })
    expect(await run(adapted, {})).toEqual({ content: JSON.stringify(['t1', true], null, 2) })
  })

  it.each<{ tool: unknown }>([
    { tool: { execute: () => 1 } },
    { tool: { inputSchema: z.object({}) } },
    { tool: 'x' },
    { tool: { inputSchema: 5, execute: () => 1 } },
  ])('refuses what is no tool, at registration', ({ tool }) => {
    expect(() => adaptTool('bad', tool)).toThrow(CallgateError)
  })
})
