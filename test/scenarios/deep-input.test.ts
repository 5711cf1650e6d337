import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { maxJsonDepth } from '../../src/base/json-depth.js'
import type { Callgate } from '../../src/pipeline/api.js'
import { scriptedPrompter, streamOf } from '../../src/testing/index.js'
import type { ToolResultBlock } from '../../src/tool/content.js'
import { defineTool } from '../../src/tool/define-tool.js'
import { type CliWorkspace, createCliWorkspace } from '../cli/program.js'
import { textOf } from './workspace.js'

let ws: CliWorkspace
beforeEach(() => {
  ws = createCliWorkspace()
})
afterEach(() => ws.remove())

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
// far beyond what JSON.stringify can walk
const deepText = `{"any":${nested(50_000)}}`
const deep = () => JSON.parse(deepText) as never
const use = (id: string, name: string, input: unknown) => ({
  type: 'tool_use' as const,
  id,
  name,
  input: input as never,
})
const message = (...content: ReturnType<typeof use>[]) => ({ role: 'assistant' as const, content })
const resultsOf = (content: readonly unknown[]) =>
  (content as ToolResultBlock[]).filter(({ type }) => type === 'tool_result')

/** Takes whatever it is given, and looks at all of it. */
const eater = defineTool({
  name: 'Eat',
  inputSchema: z.looseObject({ any: z.unknown() }),
  readOnly: true,
  checkPermissions: () => ({ behavior: 'allow', reason: 'harmless' }),
  call: (input) => JSON.stringify(input).length,
})
const caller = defineTool({
  name: 'Call',
  inputSchema: z.object({}),
  readOnly: true,
  checkPermissions: () => ({ behavior: 'allow', reason: 'harmless' }),
  call: async (_input, { callTool }) => textOf(await callTool('Eat', deep())),
})
const rewriter = {
  PreToolUse: [
    {
      hooks: [
        {
          type: 'command',
          command: `printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"any":'; head -c 50000 /dev/zero | tr '\\0' '['; head -c 50000 /dev/zero | tr '\\0' ']'; printf '}}}'`,
        },
      ],
    },
  ],
}
const tooDeep = 'it holds more than 200 levels of lists and objects inside each other'

describe('an input that is nested too deep', () => {
  it.each<{ id: string; call: (gate: Callgate) => Promise<ToolResultBlock | undefined>; options?: object }>([
    { id: 'a call', call: async (gate) => (await gate.call(use('a', 'Eat', deep()))).result },
    { id: 'as JSON text', call: async (gate) => (await gate.call(use('a', 'Eat', deepText))).result },
    {
      id: 'a field as JSON text',
      options: {
        tools: [
          defineTool({
            name: 'Eat',
            inputSchema: z.object({ any: z.array(z.unknown()) }),
            call: () => 'ran',
          }),
        ],
      },
      call: async (gate) => (await gate.call(use('a', 'Eat', { any: nested(50_000) }))).result,
    },
    {
      id: 'a value that is its own part',
      call: async (gate) => {
        const any: unknown[] = []
        any.push(any)
        return (await gate.call(use('a', 'Eat', { any }))).result
      },
    },
    {
      id: 'in a message',
      call: async (gate) =>
        resultsOf((await gate.results(message(use('a', 'Eat', deep())))).message.content)[0],
    },
    {
      id: 'in a stream',
      call: async (gate) => {
        const events = streamOf([use('a', 'Eat', {})]).map((event) => {
          const fields = event as { readonly type: string }
          const delta = { type: 'input_json_delta', partial_json: deepText }
          return fields.type === 'content_block_delta' ? { ...fields, delta } : fields
        })
        return resultsOf((await gate.results(events)).message.content)[0]
      },
    },
    {
      id: 'written by a hook',
      options: { settings: { hooks: rewriter } },
      call: async (gate) => (await gate.call(use('a', 'Eat', { any: 1 }))).result,
    },
    {
      id: 'written by the person',
      options: {
        settings: { permissions: { ask: ['Eat'] } },
        prompter: scriptedPrompter({ kind: 'allowOnce', input: deep() }),
      },
      call: async (gate) => (await gate.call(use('a', 'Eat', { any: 1 }))).result,
    },
  ])('$id is answered as invalid', async ({ call, options }) => {
    const result = await call(ws.gate({ tools: [eater], ...options }))
    expect(result).toMatchObject({ is_error: true, tool_use_id: 'a' })
    expect(textOf(result!)).toContain(tooDeep)
  })

  it('made by a tool from inside: that call is invalid, the tool goes on', async () => {
    const { ending, result } = await ws.gate({ tools: [eater, caller] }).call(use('a', 'Call', {}))
    expect(ending).toBe('completed')
    expect(textOf(result)).toContain(tooDeep)
  })

  it('leaves an assistant message that can be sent again', async () => {
    const { assistant } = await ws.gate({ tools: [eater] }).results(message(use('a', 'Eat', deep())))
    expect(JSON.stringify(assistant)).toContain('INVALID_JSON')
  })

  it('begins one level above the bound', async () => {
    const gate = ws.gate({ tools: [eater] })
    const within = JSON.parse(`{"any":${nested(maxJsonDepth - 1)}}`)
    const above = JSON.parse(`{"any":${nested(maxJsonDepth)}}`)
    expect((await gate.call(use('a', 'Eat', within))).ending).toBe('completed')
    expect((await gate.call(use('b', 'Eat', above))).ending).toBe('invalid')
  })

  it('a result block of a tool that is too deep becomes text, so that the answer can be written', async () => {
    const source = defineTool({
      name: 'Deep',
      inputSchema: z.object({}),
      readOnly: true,
      checkPermissions: () => ({ behavior: 'allow', reason: 'harmless' }),
      call: () => 'x',
      mapResult: () => ({ content: [{ type: 'document', source: deep() }] }) as never,
    })
    const { result } = await ws.gate({ tools: [source], journal: 'file' }).call(use('a', 'Deep', {}))
    expect(JSON.stringify(result)).toContain('document')
  })

  it.each([
    { id: 'a known tool', name: 'Bash', says: tooDeep },
    { id: 'an unknown tool, whose input nobody looks at', name: 'Nope', says: 'no tool named' },
  ])('$id: `run` still prints the results of the calls beside it', async ({ name, says }) => {
    const calls = `{"type":"tool_use","id":"a","name":"Bash","input":{"command":"echo one"}},{"type":"tool_use","id":"b","name":"${name}","input":${deepText}}`
    const { code, lines, stderr } = await ws.run(['run', '-'], `{"role":"assistant","content":[${calls}]}`)
    expect(code, stderr).toBe(0)
    const [first, second] = resultsOf(lines[0]!.content as unknown[])
    expect(textOf(first!)).toBe('one')
    expect(textOf(second!)).toContain(says)
    expect(second!.is_error).toBe(true)
  })

  it.each([
    { id: 'an object that is no message', args: ['run', '-'], input: deepText, code: 3, says: 'is neither' },
    {
      id: 'a text that is no JSON',
      args: ['run', '-'],
      input: '['.repeat(50_000),
      code: 3,
      says: 'not valid JSON',
    },
    {
      id: 'an error event',
      args: ['run', '-'],
      input: `{"type":"error","error":${nested(50_000)}}`,
      code: 3,
      says: 'reported an error',
    },
    {
      id: 'check',
      args: ['check', 'Bash', `{"command":"ls","any":${nested(20_000)}}`],
      input: '',
      code: 12,
      says: tooDeep,
    },
  ])('$id ends with $code, and no stack', async ({ args, input, code, says }) => {
    const ended = await ws.run(args, input)
    expect(ended.code, ended.stderr).toBe(code)
    expect(`${ended.stdout}${ended.stderr}`.replace(/\s+[│]?\s*/g, ' ')).toContain(says)
    expect(ended.stderr).not.toContain('    at ')
  })
})
