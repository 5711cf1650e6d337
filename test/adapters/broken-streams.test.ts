import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Anthropic, { APIError, APIUserAbortError } from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerAnthropic } from '../../src/adapters/anthropic.js'
import { answerChat, answerResponse } from '../../src/adapters/openai.js'
import type { Callgate } from '../../src/pipeline/api.js'
import { streamOf } from '../../src/testing/index.js'
import { createWorkspace, type Workspace } from '../scenarios/workspace.js'

/** A server for each test, that sends what the test wants, and ends as it wants. */
let respond: (response: ServerResponse) => void
let server: Server
let address: string
let ws: Workspace
let gate: Callgate
beforeEach(async () => {
  server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    respond(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  ws = createWorkspace()
  gate = ws.gate()
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await ws.remove()
})

type Ending = (response: ServerResponse) => void
const hangUp: Ending = (response) => void setTimeout(() => response.destroy(), 20)
const end: Ending = (response) => void response.end()
const hang: Ending = () => {}

function sends(values: readonly unknown[], ending: Ending): void {
  respond = (response) => {
    for (const value of values) {
      const { type } = value as { type?: string }
      response.write(`${type ? `event: ${type}\n` : ''}data: ${JSON.stringify(value)}\n\n`)
    }
    ending(response)
  }
}

const twoCalls = streamOf([
  { id: 'a', name: 'Bash', input: { command: 'echo one' } },
  { id: 'b', name: 'Bash', input: { command: 'echo two' } },
])
/** The first call is complete, the second has begun. */
const cut = twoCalls.slice(0, -3)
const beginning = twoCalls.slice(0, 1)
const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }

describe('a stream of the Anthropic SDK that breaks off', () => {
  const client = () => new Anthropic({ apiKey: 'x', baseURL: address, maxRetries: 0 })
  const request = { model: 'm', max_tokens: 10, messages: [{ role: 'user' as const, content: 'x' }] }

  it.each<{ id: string; ending: Ending; more: unknown[]; error: unknown }>([
    { id: 'connection lost', ending: hangUp, more: [], error: Error },
    { id: 'error event', ending: end, more: [overloaded], error: APIError },
    { id: 'ended too soon', ending: end, more: [], error: Error },
  ])(
    'keeps the results of the calls that had begun, and tells the error: $id',
    async ({ ending, more, error }) => {
      sends([...cut, ...more], ending)
      const answer = await answerAnthropic(gate, client().messages.stream(request))
      expect(answer.messages.map(({ role }) => role)).toEqual(['assistant', 'user'])
      expect(answer.messages[0]!.content).toMatchObject([{ id: 'a' }, { id: 'b' }])
      expect(answer.messages[1]!.content).toMatchObject([
        { tool_use_id: 'a', content: 'one' },
        { tool_use_id: 'b', is_error: true },
        { type: 'text', text: expect.stringContaining('broke off') },
      ])
      expect(answer.brokenOff).toBeInstanceOf(error)
      expect(answer.done).toBe(false)
    },
  )

  it.each<{ id: string; ending: Ending; more: unknown[]; error: object }>([
    { id: 'connection lost', ending: hangUp, more: [], error: Error },
    { id: 'error event', ending: end, more: [overloaded], error: APIError },
  ])('rejects with the error where no call had begun: $id', async ({ ending, more, error }) => {
    sends([...beginning, ...more], ending)
    await expect(answerAnthropic(gate, client().messages.stream(request))).rejects.toBeInstanceOf(error)
  })

  it('rejects with the error of a request that failed', async () => {
    respond = (response) => response.destroy()
    await expect(answerAnthropic(gate, client().messages.stream(request))).rejects.toBeInstanceOf(APIError)
  })

  it('an abort of the stream is told in the same way', async () => {
    sends(cut, hang)
    const stream = client().messages.stream(request)
    stream.on('contentBlock', () => setTimeout(() => stream.abort(), 50))
    const { messages, brokenOff, done } = await answerAnthropic(gate, stream)
    expect(done).toBe(true)
    expect(messages[1]!.content).toMatchObject([{ content: 'one' }, { is_error: true }, { type: 'text' }])
    expect(brokenOff).toBeInstanceOf(APIUserAbortError)
  })

  it("an abort of the gate's own signal too", async () => {
    sends(cut, hang)
    const controller = new AbortController()
    const stream = client().messages.stream(request)
    stream.on('contentBlock', () => setTimeout(() => controller.abort(), 50))
    const { messages, brokenOff, done } = await answerAnthropic(gate, stream, { signal: controller.signal })
    expect(done).toBe(true)
    expect(messages[1]!.content).toMatchObject([{ tool_use_id: 'a' }, { tool_use_id: 'b', is_error: true }])
    expect(brokenOff).toMatchObject({ name: 'AbortError' })
    await expect(answerAnthropic(gate, stream, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  it('one that does not break off is read to its end, so that its final message is there', async () => {
    sends(twoCalls, end)
    const stream = client().messages.stream(request)
    const { brokenOff } = await answerAnthropic(gate, stream)
    expect(brokenOff).toBeUndefined()
    expect((await stream.finalMessage()).content).toHaveLength(2)
  })
})

describe('a stream of the OpenAI SDK that breaks off', () => {
  const client = () => new OpenAI({ apiKey: 'x', baseURL: address, maxRetries: 0 })
  const chat = () =>
    client().chat.completions.create({
      model: 'm',
      messages: [{ role: 'user', content: 'x' }],
      stream: true,
    })
  const response = () => client().responses.create({ model: 'm', input: 'x', stream: true })
  const call = (index: number, id: string, args: string) => ({
    id: 'z',
    object: 'chat.completion.chunk',
    choices: [
      { index: 0, delta: { tool_calls: [{ index, id, function: { name: 'Bash', arguments: args } }] } },
    ],
  })
  const chunks = [call(0, 'a', '{"command":"echo one"}'), call(1, 'b', '{"comm')]
  const item = {
    type: 'response.output_item.done',
    item: { type: 'function_call', call_id: 'a', name: 'Bash', arguments: '{"command":"echo one"}' },
  }

  it.each<{ id: string; ending: Ending; more: unknown[]; error: unknown }>([
    { id: 'connection lost', ending: hangUp, more: [], error: Error },
    {
      id: 'error in the stream',
      ending: end,
      more: [{ error: { message: 'quota' } }],
      error: OpenAI.APIError,
    },
    { id: 'ended too soon', ending: end, more: [], error: Error },
  ])('chat: keeps the results, with the message they answer: $id', async ({ ending, more, error }) => {
    sends([...chunks, ...more], ending)
    const { messages, answers, brokenOff, done } = await answerChat(gate, await chat())
    expect(messages[0]).toMatchObject({ role: 'assistant', tool_calls: [{ id: 'a' }, { id: 'b' }] })
    expect(messages.slice(1)).toEqual(answers)
    expect(answers).toMatchObject([
      { role: 'tool', tool_call_id: 'a', content: 'one' },
      { role: 'tool', tool_call_id: 'b' },
      { role: 'user', content: expect.stringContaining('broke off') },
    ])
    expect(brokenOff).toBeInstanceOf(error)
    expect(done).toBe(false)
  })

  it("chat: the SDK's own stream tells its error too", async () => {
    sends([...chunks, { error: { message: 'quota' } }], end)
    const stream = client().chat.completions.stream({
      model: 'm',
      messages: [{ role: 'user', content: 'x' }],
    })
    const { answers, brokenOff } = await answerChat(gate, stream)
    expect(answers).toHaveLength(3)
    expect(brokenOff).toBeInstanceOf(OpenAI.OpenAIError)
  })

  it('response: keeps the results, with the items they answer', async () => {
    sends([item], hangUp)
    const { items, answers, brokenOff } = await answerResponse(gate, await response())
    expect(items).toEqual([item.item, ...answers])
    expect(answers[0]).toMatchObject({ type: 'function_call_output', call_id: 'a', output: 'one' })
    expect(brokenOff).toBeInstanceOf(Error)
  })

  it('rejects with the error where no call had begun', async () => {
    sends([{ ...chunks[0], choices: [] }], hangUp)
    await expect(answerChat(gate, await chat())).rejects.toThrow()
    sends(
      [{ type: 'response.created' }, { type: 'response.failed', response: { error: { message: 'quota' } } }],
      end,
    )
    await expect(answerResponse(gate, await response())).rejects.toMatchObject({
      code: 'STREAM_BROKEN_OFF',
      cause: { message: 'quota' },
    })
  })
})

describe('what is no message is refused by the helpers', () => {
  const legacy = { role: 'assistant', content: null, function_call: { name: 'Bash', arguments: '{}' } }
  it.each<{ id: string; answer: () => Promise<unknown>; says: string }>([
    { id: 'chat: an object', answer: () => answerChat(gate, { id: 'x' }), says: 'is none of these' },
    { id: 'chat: a promise', answer: () => answerChat(gate, Promise.resolve({})), says: 'await it first' },
    {
      id: 'chat: a message of the user',
      answer: () => answerChat(gate, { role: 'user', content: '' }),
      says: 'is none of these',
    },
    {
      id: 'chat: a call of the kind before',
      answer: () => answerChat(gate, legacy),
      says: '"function_call" of the kind before',
    },
    { id: 'chat: events of Anthropic', answer: () => answerChat(gate, twoCalls), says: 'neither a chunk' },
    { id: 'response: an object', answer: () => answerResponse(gate, { id: 'x' }), says: 'is none of these' },
    {
      id: 'response: a call without id',
      answer: () => answerResponse(gate, [{ type: 'function_call', name: 'Bash' }]),
      says: 'no "call_id"',
    },
    {
      id: 'anthropic: a promise',
      answer: () => answerAnthropic(gate, Promise.resolve() as never),
      says: 'await it first',
    },
    {
      id: 'anthropic: chunks of OpenAI',
      answer: () => answerAnthropic(gate, [{ object: 'chat.completion.chunk' }]),
      says: 'callgate/openai',
    },
  ])('$id', async ({ answer, says }) => {
    await expect(answer()).rejects.toMatchObject({
      code: 'INPUT_UNRECOGNISED',
      message: expect.stringContaining(says),
    })
  })

  it('answers custom tools with an item of their own', async () => {
    const item = { type: 'custom_tool_call', call_id: 'a', name: 'None', input: 'x' }
    const { answers } = await answerResponse(gate, { output: [item] })
    expect(answers).toMatchObject([{ type: 'custom_tool_call_output', call_id: 'a' }])
  })
})
