import Anthropic from '@anthropic-ai/sdk'
import { LLMock } from '@copilotkit/aimock'
import OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerAnthropic, anthropicTools } from '../../src/adapters/anthropic.js'
import { answerChat, answerResponse, chatTools, responseTools } from '../../src/adapters/openai.js'
import type { Callgate } from '../../src/pipeline/api.js'
import { createWorkspace, type Workspace } from '../scenarios/workspace.js'

// a model that asks for two calls, and is content with any results
const mock = new LLMock({ port: 0 })
let ws: Workspace
let gate: Callgate
beforeAll(async () => {
  mock.on(
    { userMessage: 'look', hasToolResult: false },
    {
      content: 'I will look.',
      toolCalls: [
        { name: 'Bash', arguments: JSON.stringify({ command: 'echo ünï' }) },
        { name: 'Read', arguments: JSON.stringify({ file_path: 'missing.txt' }) },
      ],
    },
  )
  mock.on({ userMessage: 'look', hasToolResult: true }, { content: 'Seen.' })
  await mock.start()
})
afterAll(() => mock.stop())
beforeEach(() => {
  ws = createWorkspace()
  gate = ws.gate()
})
afterEach(() => ws.remove())

describe('the Anthropic SDK', () => {
  const client = () => new Anthropic({ apiKey: 'x', baseURL: mock.url, maxRetries: 0 })
  const request = { model: 'claude-sonnet-4-5', max_tokens: 500 }

  it('loops over whole messages until there is nothing to do', async () => {
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'look' }]
    for (;;) {
      const message = await client().messages.create({ ...request, messages, tools: anthropicTools(gate) })
      const answer = await answerAnthropic(gate, message)
      messages.push(...answer.messages)
      if (answer.done) break
    }
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(messages[2]!.content).toMatchObject([
      { type: 'tool_result', content: 'ünï' },
      { type: 'tool_result', is_error: true },
    ])
  })

  it('streams: calls start while the message still arrives', async () => {
    const stream = client().messages.stream({
      ...request,
      messages: [{ role: 'user', content: 'look' }],
      tools: anthropicTools(gate),
    })
    const { messages, done } = await answerAnthropic(gate, stream)
    expect(done).toBe(false)
    expect(messages[1]?.content).toHaveLength(2)
  })
})

describe('the OpenAI SDK', () => {
  const client = () => new OpenAI({ apiKey: 'x', baseURL: `${mock.url}/v1`, maxRetries: 0 })

  it('chat completions: loops until there is nothing to do', async () => {
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'look' }]
    for (;;) {
      const completion = await client().chat.completions.create({
        model: 'gpt-5',
        messages,
        tools: chatTools(gate),
      })
      messages.push(completion.choices[0]!.message)
      const { answers, done } = await answerChat(gate, completion)
      messages.push(...answers)
      if (done) break
    }
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant'])
    expect(messages[2]).toMatchObject({ role: 'tool', content: 'ünï' })
  })

  it('chat completions: streams', async () => {
    const stream = await client().chat.completions.create({
      model: 'gpt-5',
      messages: [{ role: 'user', content: 'look' }],
      tools: chatTools(gate),
      stream: true,
    })
    const { answers } = await answerChat(gate, stream)
    expect(answers.map(({ content }) => content)).toEqual(['ünï', expect.stringContaining('does not exist')])
  })

  it('responses: whole and streamed', async () => {
    const request = { model: 'gpt-5', input: 'look', tools: responseTools(gate) }
    const whole = await answerResponse(gate, await client().responses.create(request))
    expect(whole.answers.map((item) => item.type)).toEqual(['function_call_output', 'function_call_output'])
    const streamed = await answerResponse(gate, await client().responses.create({ ...request, stream: true }))
    expect(streamed.answers).toHaveLength(2)
    expect(streamed.answers[0]).toMatchObject({ output: 'ünï' })
  })
})
