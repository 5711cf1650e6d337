// A call that does nothing, with 100 rules: against seven async stages with zod (the floor), the MCP SDK in memory, the AI SDK.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCallgate, defineTool } from '../dist/index.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { generateText, tool } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { z } from 'zod'
import { inTurns, row } from './rounds.mjs'

const schema = z.object({ a: z.string(), b: z.number(), c: z.boolean(), d: z.string() })
const input = { a: 'x', b: 1, c: true, d: 'y' }
const work = async () => 'ok'

/** What nobody can be cheaper than who does these seven things. */
async function floorCall() {
  const parsed = schema.safeParse(input)
  const stage = async (value) => value
  const found = await stage({ id: 'x', name: 'Noop' })
  const valid = await stage({ ...found, input: parsed.data })
  const launched = await Promise.all([stage('none'), stage('none')])
  const allowed = await stage({ ...valid, launched })
  const output = await work(allowed.input)
  const block = await stage({ type: 'tool_result', tool_use_id: 'x', content: output })
  return stage({ role: 'user', content: [block] })
}

const state = mkdtempSync(join(tmpdir(), 'callgate-bench-'))
const allow = [...Array.from({ length: 99 }, (_, i) => `Bash(program${i} *)`), 'Noop']
const open = (more = {}) =>
  createCallgate({
    tools: [defineTool({ name: 'Noop', inputSchema: schema, readOnly: true, call: work })],
    settings: { permissions: { allow } },
    settingSources: [],
    stateFolder: state,
    ...more,
  })
const gate = open()
const journaled = open({ journal: 'file' })
const block = { type: 'tool_use', id: 'x', name: 'Noop', input }
const times = (each) => async (count) => {
  for (let i = 0; i < count; i++) await each()
}

const [near, far] = InMemoryTransport.createLinkedPair()
const server = new McpServer({ name: 'bench', version: '1' })
server.registerTool('noop', { inputSchema: schema.shape }, async () => ({ content: [{ type: 'text', text: 'ok' }] }))
const client = new Client({ name: 'bench', version: '1' })
await Promise.all([server.connect(far), client.connect(near)])

/** The price of one more call: a step with 21 calls less a step with one, by 20. */
const modelFor = (calls) => {
  let turn = 0
  return new MockLanguageModelV4({
    doGenerate: async () => {
      const first = turn++ === 0
      const content = first
        ? Array.from({ length: calls }, (_, i) => ({ type: 'tool-call', toolCallId: `c${i}`, toolName: 'noop', input: JSON.stringify(input) }))
        : [{ type: 'text', text: 'done' }]
      const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
      return { content, finishReason: { unified: first ? 'tool-calls' : 'stop', raw: '' }, usage, warnings: [] }
    },
  })
}
const tools = { noop: tool({ inputSchema: schema, execute: work }) }
const aiStep = (calls) => () => generateText({ model: modelFor(calls), tools, prompt: 'x', stopWhen: ({ steps }) => steps.length === 2 })

const found = await inTurns([
  { name: 'floor', run: times(floorCall) },
  { name: 'gate', run: times(() => gate.call(block)) },
  { name: 'gate, journal on', run: times(() => journaled.call(block)) },
  { name: 'gate, 1,000 at once', per: 1000, run: times(() => Promise.all(Array.from({ length: 1000 }, () => gate.call(block)))) },
  { name: 'MCP', run: times(() => client.callTool({ name: 'noop', arguments: input })) },
  { name: 'ai 1', run: times(aiStep(1)) },
  { name: 'ai 21', run: times(aiStep(21)) },
])
const ai = (found['ai 21'] - found['ai 1']) / 20
console.log(row('no-op call, 100 rules', found.gate, 'floor of seven stages', found.floor, 3.5))
console.log(row('the same', found.gate, 'MCP SDK in memory', found.MCP, 0.1))
console.log(row('the same', found.gate, 'ai, one more call', ai, 0.1))
console.log(row('one of 1,000 at once', found['gate, 1,000 at once'], 'one alone', found.gate, 1.2))
console.log(row('no-op call, journal on', found['gate, journal on'], 'journal off', found.gate))
await Promise.all([gate.close(), journaled.close(), client.close()])
rmSync(state, { recursive: true, force: true })
