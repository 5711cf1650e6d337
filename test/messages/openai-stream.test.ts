import { describe, expect, it } from 'vitest'
import { eventsOfStream } from '../../src/messages/openai-stream.js'
import { MalformedInput } from '../../src/pipeline/call.js'
import { readStream, type StreamItem } from '../../src/pipeline/read-stream.js'

async function itemsOf(values: AsyncIterable<unknown> | Iterable<unknown>): Promise<StreamItem[]> {
  const items: StreamItem[] = []
  for await (const item of readStream(eventsOfStream(values))) items.push(item)
  return items
}

/** Each call that began, and its one input: an object, or `unreadable`. */
function callsOf(items: readonly StreamItem[]) {
  return items.flatMap((item) => {
    if (item.type !== 'begun') return []
    const inputs = items.flatMap((each) =>
      each.type === 'input' && each.index === item.index ? [each.input] : [],
    )
    expect(inputs).toHaveLength(1)
    const input = inputs[0] instanceof MalformedInput ? 'unreadable' : inputs[0]
    return [{ id: item.id, name: item.name, input }]
  })
}

type Delta = Record<string, unknown>
const chunk = (delta: Delta, finish_reason: string | null = null, index = 0) => ({
  object: 'chat.completion.chunk',
  choices: [{ index, delta, finish_reason }],
})
const calls = (...tool_calls: Delta[]) => chunk({ tool_calls })
const delta = (
  index: number | undefined,
  id: string | null | undefined,
  name: string | null | undefined,
  args?: unknown,
) => ({
  ...(index !== undefined && { index }),
  ...(id !== undefined && { id }),
  function: { ...(name !== undefined && { name }), ...(args !== undefined && { arguments: args }) },
})
const over = chunk({}, 'tool_calls')
const a = { id: 'a', name: 'Read', input: { f: 1 } }
const b = { id: 'b', name: 'Read', input: { f: 2 } }

describe('calls of a chat stream', () => {
  it.each([
    {
      id: 'pieces',
      why: 'id and name come with the first delta alone',
      chunks: [
        calls(delta(0, 'a', 'Read', '')),
        calls(delta(0, undefined, undefined, '{"f"')),
        calls(delta(0, undefined, undefined, ':1}')),
        over,
      ],
      found: [a],
    },
    {
      id: 'one-index',
      why: 'many servers give each of several calls the index 0',
      chunks: [calls(delta(0, 'a', 'Read', '{"f":1}')), calls(delta(0, 'b', 'Read', '{"f":2}')), over],
      found: [a, b],
    },
    {
      id: 'one-index-one-chunk',
      why: 'the same, in one chunk',
      chunks: [calls(delta(0, 'a', 'Read', '{"f":1}'), delta(0, 'b', 'Read', '{"f":2}')), over],
      found: [a, b],
    },
    {
      id: 'one-index-in-pieces',
      why: 'a piece without an id belongs to the latest call of its index',
      chunks: [
        calls(delta(0, 'a', 'Read', '{"f"')),
        calls(delta(0, undefined, undefined, ':1}')),
        calls(delta(0, 'b', 'Read', '{"f"')),
        calls(delta(0, undefined, undefined, ':2}')),
        over,
      ],
      found: [a, b],
    },
    {
      id: 'by-turns',
      why: 'a call that began before another may grow after it',
      chunks: [
        calls(delta(0, 'a', 'Read', '{"f"')),
        calls(delta(1, 'b', 'Read', '{"f"')),
        calls(delta(0, undefined, undefined, ':1}')),
        calls(delta(1, undefined, undefined, ':2}')),
        over,
      ],
      found: [a, b],
    },
    {
      id: 'id-each-time',
      why: 'id and name again do not begin a call again',
      chunks: [
        calls(delta(0, 'a', 'Read', '{"f"')),
        calls(delta(0, 'a', 'Read', ':1}')),
        calls(delta(0, 'a', 'Read', '')),
        over,
      ],
      found: [a],
    },
    {
      id: 'fresh-id-each-time',
      why: 'an id nobody had, without a name, goes on with the call of its index',
      chunks: [calls(delta(0, 'a', 'Read', '{"f"')), calls(delta(0, 'zz', undefined, ':1}')), over],
      found: [a],
    },
    {
      id: 'empty-id-later',
      why: 'null and empty texts say nothing',
      chunks: [
        calls(delta(0, 'a', 'Read', null)),
        calls(delta(0, '', '', '{"f":1}')),
        calls(delta(0, null, null, null)),
        over,
      ],
      found: [a],
    },
    {
      id: 'no-index',
      why: 'ids alone tell the calls apart',
      chunks: [
        calls(delta(undefined, 'a', 'Read', '{"f":1}')),
        calls(delta(undefined, 'b', 'Read', '{"f":2}')),
        over,
      ],
      found: [a, b],
    },
    {
      id: 'no-id',
      why: 'a name after arguments that are whole begins another call',
      chunks: [
        calls(delta(0, undefined, 'Read', '{"f":1}')),
        calls(delta(0, undefined, 'Read', '{"f":2}')),
        over,
      ],
      found: [
        { ...a, id: undefined },
        { ...b, id: undefined },
      ],
    },
    {
      id: 'late-id-and-name',
      why: 'what comes later is put in',
      chunks: [calls(delta(0, undefined, undefined, '{"f"')), calls(delta(0, 'a', 'Read', ':1}')), over],
      found: [a],
    },
    {
      id: 'arguments-object',
      why: 'some servers decode them',
      chunks: [calls(delta(0, 'a', 'Read', { f: 1 })), over],
      found: [a],
    },
    {
      id: 'arguments-null',
      why: 'a function without parameters',
      chunks: [calls(delta(0, 'a', 'Read', null)), over],
      found: [{ ...a, input: {} }],
    },
    {
      id: 'arguments-missing',
      why: 'the same',
      chunks: [calls(delta(0, 'a', 'Read')), over],
      found: [{ ...a, input: {} }],
    },
    {
      id: 'arguments-broken',
      why: 'it is not guessed',
      chunks: [calls(delta(0, 'a', 'Read', '{"f":')), over],
      found: [{ ...a, input: 'unreadable' }],
    },
    {
      id: 'cut-by-length',
      why: 'nothing came of it yet: that is not an input without fields',
      chunks: [calls(delta(0, 'a', 'Read', '')), chunk({}, 'length')],
      found: [{ ...a, input: 'unreadable' }],
    },
    {
      id: 'custom',
      why: 'the input of a custom tool is a text',
      chunks: [
        calls({ index: 0, id: 'a', type: 'custom', custom: { name: 'Read', input: 'x' } }),
        calls({ index: 0, custom: { input: 'y' } }),
        over,
      ],
      found: [{ ...a, input: { input: 'xy' } }],
    },
    {
      id: 'second-choice',
      why: 'of several answers to one request the first counts',
      chunks: [
        calls(delta(0, 'a', 'Read', '{"f":1}')),
        chunk({ tool_calls: [delta(0, 'b', 'Read', '{"f":2}')] }, null, 1),
        over,
      ],
      found: [a],
    },
    {
      id: 'reason-with-the-last-delta',
      why: 'no chunk of its own',
      chunks: [chunk({ tool_calls: [delta(0, 'a', 'Read', '{"f":1}')] }, 'tool_calls')],
      found: [a],
    },
    {
      id: 'deltas-after-the-reason',
      why: 'a reason on each chunk is no end',
      chunks: [
        chunk({ tool_calls: [delta(0, 'a', 'Read', '{"f"')] }, 'stop'),
        chunk({ tool_calls: [delta(0, undefined, undefined, ':1}')] }, 'stop'),
      ],
      found: [a],
    },
    {
      id: 'one-id-two-indexes',
      why: 'two calls: the gate says that an id came twice',
      chunks: [calls(delta(0, 'a', 'Read', '{"f":1}')), calls(delta(1, 'a', 'Read', '{"f":1}')), over],
      found: [a, a],
    },
  ])('$id: $why', async ({ chunks, found }) => {
    const items = await itemsOf(chunks)
    expect(callsOf(items)).toEqual(found)
    expect(items.filter(({ type }) => type === 'brokenOff')).toEqual([])
  })

  it('gives a call when the next one begins, before the stream ends', async () => {
    let sent = 0
    async function* chunks() {
      for (const each of [
        calls(delta(0, 'a', 'Read', '{"f":1}')),
        calls(delta(1, 'b', 'Read', '{"f":2}')),
        over,
      ]) {
        sent++
        yield each
      }
    }
    const items = readStream(eventsOfStream(chunks()))
    expect((await items.next()).value).toMatchObject({ type: 'begun', id: 'a' })
    expect((await items.next()).value).toMatchObject({ type: 'input', input: { f: 1 } })
    expect(sent).toBe(2)
  })

  it('keeps the text', async () => {
    const items = await itemsOf([
      chunk({ content: 'I ' }),
      chunk({ content: 'look.' }),
      calls(delta(0, 'a', 'Read', '{"f":1}')),
      over,
    ])
    expect(items.find(({ type }) => type === 'other')).toMatchObject({
      block: { type: 'text', text: 'I look.' },
    })
  })
})

const item = (fields: object) => ({
  type: 'response.output_item.done',
  item: { type: 'function_call', name: 'Read', ...fields },
})
const completed = { type: 'response.completed' }

describe('calls of a response stream', () => {
  it.each([
    { id: 'whole', chunks: [item({ call_id: 'a', arguments: '{"f":1}' }), completed], found: [a] },
    {
      id: 'no-arguments',
      chunks: [item({ call_id: 'a', arguments: '' }), completed],
      found: [{ ...a, input: {} }],
    },
    {
      id: 'cut',
      chunks: [item({ call_id: 'a', arguments: '', status: 'incomplete' }), { type: 'response.incomplete' }],
      found: [{ ...a, input: 'unreadable' }],
    },
    {
      id: 'custom',
      chunks: [item({ type: 'custom_tool_call', call_id: 'a', input: 'x' }), completed],
      found: [{ ...a, input: { input: 'x' } }],
    },
  ])('$id', async ({ chunks, found }) => expect(callsOf(await itemsOf(chunks))).toEqual(found))
})

async function* throwing(values: readonly unknown[]) {
  yield* values
  throw new Error('socket hang up')
}

describe('a stream that breaks off', () => {
  const begun = calls(delta(0, 'a', 'Read', '{"f":1}'))
  it.each([
    { id: 'thrown', values: throwing([begun]), found: ['unreadable'], says: 'socket hang up' },
    {
      id: 'thrown-after-the-next-began',
      values: throwing([begun, calls(delta(1, 'b', 'Read', '{"f"'))]),
      found: [{ f: 1 }, 'unreadable'],
      says: 'socket hang up',
    },
    {
      id: 'no-reason',
      values: [begun],
      found: ['unreadable'],
      says: 'the stream ended before its message did',
    },
    {
      id: 'error-value',
      values: [begun, { error: { message: 'overloaded', code: 529 } }],
      found: ['unreadable'],
      says: 'overloaded',
    },
    {
      id: 'response-failed',
      values: [
        item({ call_id: 'a', arguments: '{}' }),
        { type: 'response.failed', response: { error: { code: 'x', message: 'no' } } },
      ],
      found: [{}],
      says: 'no',
    },
    {
      id: 'response-error',
      values: [{ type: 'error', code: 'x', message: 'quota' }],
      found: [],
      says: 'quota',
    },
    {
      id: 'response-cut',
      values: [item({ call_id: 'a', arguments: '{}' })],
      found: [{}],
      says: 'the stream ended before its message did',
    },
    {
      id: 'legacy',
      values: [chunk({ function_call: { name: 'Read', arguments: '' } }), over],
      found: [],
      says: '"function_call" of the kind before',
    },
    {
      id: 'other',
      values: [{ type: 'message_start' }],
      found: [],
      says: 'neither a chunk of a chat completion nor an event of a response',
    },
    {
      id: 'grows-after-its-end',
      values: [begun, calls(delta(1, 'b', 'Read', '')), calls(delta(0, 'a', undefined, ' {"f":3}'))],
      found: [{ f: 1 }, 'unreadable'],
      says: 'went on after it was complete',
    },
  ])('gives each call that began one input, and says what happened: $id', async ({ values, found, says }) => {
    const items = await itemsOf(values)
    expect(callsOf(items).map(({ input }) => input)).toEqual(found)
    const last = items.at(-1)
    expect(last).toMatchObject({ type: 'brokenOff', problem: expect.stringContaining(says) })
    expect((last as { error: Error }).error.message).toContain(says)
  })
})
