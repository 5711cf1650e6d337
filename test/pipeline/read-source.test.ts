import { describe, expect, it } from 'vitest'
import { readSource } from '../../src/pipeline/read-source.js'
import type { StreamItem } from '../../src/pipeline/read-stream.js'
import { streamOf } from '../../src/testing/index.js'

const events = streamOf([{ id: 'a', name: 'Read', input: { f: 'ü' } }]) as { type: string }[]
const sse = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('')
const message = {
  role: 'assistant',
  content: [{ type: 'tool_use', id: 'a', name: 'Read', input: { f: 'ü' } }],
}

async function read(source: AsyncIterable<unknown> | Iterable<unknown>): Promise<StreamItem[]> {
  const items: StreamItem[] = []
  for await (const item of readSource(source)) items.push(item)
  return items
}

function* pieces<T extends string | Buffer>(whole: T, size: number): Generator<unknown> {
  for (let at = 0; at < whole.length; at += size) yield whole.slice(at, at + size)
}

async function* thrown(values: readonly unknown[]) {
  yield* values
  throw new Error('socket hang up')
}

const complete = [
  { type: 'begun', index: 0, id: 'a', name: 'Read' },
  { type: 'input', index: 0, input: { f: 'ü' } },
]

describe('readSource', () => {
  it.each<{ id: string; source: AsyncIterable<unknown> | Iterable<unknown> }>([
    { id: 'decoded events', source: events },
    { id: 'server-sent text', source: pieces(sse, 11) },
    { id: 'server-sent bytes, split anywhere', source: pieces(Buffer.from(sse), 1) },
    { id: 'JSON Lines as text', source: pieces(lines, 5) },
    { id: 'a body of the network', source: new Blob([sse]).stream() as unknown as AsyncIterable<unknown> },
    { id: 'a whole message as text', source: [JSON.stringify(message)] },
  ])('gives the calls of $id', async ({ source }) => expect(await read(source)).toEqual(complete))

  it.each<{ id: string; source: AsyncIterable<unknown> | Iterable<unknown>; says: string }>([
    { id: 'the source throws at once', source: thrown([]), says: 'socket hang up' },
    {
      id: 'text is cut',
      source: [sse.slice(0, sse.indexOf('event: message_stop'))],
      says: 'the stream ended before its message did',
    },
    { id: 'text throws within the message', source: thrown([sse.slice(0, 300)]), says: 'socket hang up' },
    { id: 'text throws before the message', source: thrown([': hello\n']), says: 'socket hang up' },
    { id: 'nothing comes', source: [], says: 'the stream ended before its message did' },
    {
      id: 'a line is broken within the message',
      source: [`${lines.split('\n')[0]}\noops\n`],
      says: 'line 2: "oops"',
    },
  ])('tells that a stream broke off: $id', async ({ source, says }) => {
    expect((await read(source)).at(-1)).toMatchObject({
      type: 'brokenOff',
      problem: expect.stringContaining(says),
      error: expect.any(Error),
    })
  })

  it.each<{ id: string; source: AsyncIterable<unknown> | Iterable<unknown>; says: string }>([
    { id: 'text', source: ['hello'], says: '"hello" begins neither an event nor JSON' },
    {
      id: 'a message without a call',
      source: ['{"role":"assistant","content":"x"}'],
      says: 'it holds no message with a tool call',
    },
    { id: 'numbers', source: [1, 2], says: '"1" is no event of a Messages stream' },
    { id: 'messages', source: [message], says: 'is no event of a Messages stream' },
    {
      id: 'chunks of OpenAI',
      source: [{ object: 'chat.completion.chunk', choices: [] }],
      says: 'see callgate/openai',
    },
  ])('refuses what is no stream of a message: $id', async ({ source, says }) => {
    await expect(read(source)).rejects.toMatchObject({
      code: 'INPUT_UNRECOGNISED',
      message: expect.stringContaining(says),
    })
  })

  it('tells a source that it is left, once its message is complete', async () => {
    let left = false
    async function* source() {
      try {
        yield* events
        yield { type: 'ping' }
      } finally {
        left = true
      }
    }
    expect(await read(source())).toEqual(complete)
    expect(left).toBe(true)
  })
})
