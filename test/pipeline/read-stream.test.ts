import { describe, expect, it } from 'vitest'
import { MalformedInput } from '../../src/pipeline/call.js'
import { readStream, type StreamItem } from '../../src/pipeline/read-stream.js'

const start = (index: number, id = `t${index}`) => ({
  type: 'content_block_start',
  index,
  content_block: { type: 'tool_use', id, name: 'Read', input: {} },
})
const delta = (index: number, partial_json: string) => ({
  type: 'content_block_delta',
  index,
  delta: { type: 'input_json_delta', partial_json },
})
const stop = (index: number) => ({ type: 'content_block_stop', index })
const over = { type: 'message_stop' }

async function read(events: Iterable<unknown> | AsyncIterable<unknown>): Promise<StreamItem[]> {
  const items: StreamItem[] = []
  for await (const item of readStream(events)) items.push(item)
  return items
}

const inputs = (items: readonly StreamItem[]) =>
  items.flatMap((item) => (item.type === 'input' ? [item.input] : []))

describe('readStream', () => {
  it.each([
    { id: 'pieces', events: [start(0), delta(0, '{"a"'), delta(0, ':1}'), stop(0), over], input: { a: 1 } },
    { id: 'empty', events: [start(0), delta(0, ''), stop(0), over], input: {} },
    { id: 'no delta', events: [start(0), stop(0), over], input: {} },
    {
      id: 'ping and unknown',
      events: [{ type: 'ping' }, start(0), { type: 'new_kind' }, delta(0, '{}'), null, stop(0), over],
      input: {},
    },
  ])('gives the input of $id', async ({ events, input }) => {
    expect(inputs(await read(events))).toEqual([input])
  })

  it('gives a call as soon as its block is complete [stages/start-when-complete]', async () => {
    let sentRest = false
    async function* slow() {
      yield* [start(0), delta(0, '{}'), stop(0)]
      sentRest = true
      yield over
    }
    const items = readStream(slow())
    expect((await items.next()).value).toMatchObject({ type: 'begun', id: 't0' })
    expect((await items.next()).value).toMatchObject({ type: 'input', input: {} })
    expect(sentRest).toBe(false)
  })

  it.each([
    { id: 'bad JSON', events: [start(0), delta(0, '{bad'), stop(0), over], brokenOff: false },
    { id: 'broken off', events: [start(0), delta(0, '{"a":')], brokenOff: true },
    { id: 'whole JSON but no end of block', events: [start(0), delta(0, '{"a":1}')], brokenOff: true },
    {
      id: 'error event',
      events: [start(0), { type: 'error', error: { message: 'overloaded' } }],
      brokenOff: true,
    },
    { id: 'message_stop inside a block', events: [start(0), delta(0, '{}'), over], brokenOff: false },
  ])('never takes half an input for a whole one: $id', async ({ events, brokenOff }) => {
    const items = await read(events)
    expect(inputs(items)).toEqual([expect.any(MalformedInput)])
    expect(items.some(({ type }) => type === 'brokenOff')).toBe(brokenOff)
  })

  it('two blocks with one index are two calls', async () => {
    expect(
      await read([start(0, 'a'), delta(0, '{"a":'), start(0, 'b'), delta(0, '{}'), stop(0), over]),
    ).toEqual([
      { type: 'begun', index: 0, id: 'a', name: 'Read' },
      { type: 'input', index: 0, input: expect.any(MalformedInput) },
      { type: 'begun', index: 1, id: 'b', name: 'Read' },
      { type: 'input', index: 1, input: {} },
    ])
  })

  it('takes an exception of the source as a stream that broke off', async () => {
    async function* failing() {
      yield start(0)
      throw new Error('socket hang up')
    }
    expect(await read(failing())).toMatchObject([
      { type: 'begun' },
      { type: 'input' },
      { type: 'brokenOff', problem: 'socket hang up' },
    ])
  })

  const grown = (content_block: object, ...deltas: object[]) => [
    { type: 'content_block_start', index: 0, content_block },
    ...deltas.map((each) => ({ type: 'content_block_delta', index: 0, delta: each })),
  ]
  it.each([
    {
      id: 'thinking',
      why: 'the API takes none back without its signature',
      events: grown(
        { type: 'thinking', thinking: '', signature: '' },
        { type: 'thinking_delta', thinking: 'hm' },
        { type: 'signature_delta', signature: 'xyz' },
      ),
      block: { type: 'thinking', thinking: 'hm', signature: 'xyz' },
    },
    {
      id: 'server tool',
      why: 'its input is one, not a text',
      events: grown(
        { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
        { type: 'input_json_delta', partial_json: '{"query":' },
        { type: 'input_json_delta', partial_json: '"x"}' },
      ),
      block: { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'x' } },
    },
    {
      id: 'citations',
      why: 'they belong to the text',
      events: grown(
        { type: 'text', text: '', citations: [] },
        { type: 'text_delta', text: 'so' },
        { type: 'citations_delta', citation: { cited_text: 'c' } },
      ),
      block: { type: 'text', text: 'so', citations: [{ cited_text: 'c' }] },
    },
  ])(
    'puts other blocks together as the next request may carry them: $id: $why',
    async ({ events, block }) => {
      expect(await read([...events, stop(0), over])).toEqual([{ type: 'other', index: 0, block }])
    },
  )

  it.each([
    {
      id: 'text',
      events: grown({ type: 'text', text: '' }, { type: 'text_delta', text: 'half' }),
      kept: [{ type: 'text', text: 'half' }],
    },
    {
      id: 'thinking, which is worth nothing without its signature',
      events: grown({ type: 'thinking', thinking: '' }, { type: 'thinking_delta', thinking: 'half' }),
      kept: [],
    },
  ])('keeps of a block that never ended what makes sense: $id', async ({ events, kept }) => {
    const items = await read(events)
    expect(items.flatMap((item) => (item.type === 'other' ? [item.block] : []))).toEqual(kept)
  })
})
