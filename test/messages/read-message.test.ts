import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CallgateError } from '../../src/errors/callgate-error.js'
import { detectForm, type IncomingMessage, readMessages } from '../../src/messages/read-message.js'

const call = (id: string) => ({ type: 'tool_use', id, name: 'Read', input: { file_path: `${id}.txt` } })
const message = (...ids: string[]) => ({ role: 'assistant', content: ids.map(call) })
const events = (id: string) => [
  { type: 'message_start', message: { role: 'assistant', content: [] } },
  { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id, name: 'Read', input: {} } },
  { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"a":"ä😀"}' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
  { type: 'message_stop' },
]
const sse = (list: readonly { type: string }[]) =>
  list.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
const jsonLines = (list: readonly unknown[]) => list.map((value) => `${JSON.stringify(value)}\n`).join('')

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(text: string, size = 7, maxLineLength?: number) {
  const remarks: string[] = []
  const chunks = inPieces(new TextEncoder().encode(text), size)
  const options = { name: 'in.txt', onRemark: (remark: string) => remarks.push(remark) }
  const found: unknown[] = []
  for await (const incoming of readMessages(chunks, {
    ...options,
    ...(maxLineLength && { maxLineLength }),
  })) {
    found.push(await contents(incoming))
  }
  return { found, remarks }
}

async function contents(incoming: IncomingMessage): Promise<unknown> {
  if (incoming.kind === 'whole') return incoming.message
  const list: unknown[] = []
  for await (const event of incoming.events) list.push(event)
  return list
}

const errorOf = async (reading: Promise<unknown>) => {
  const error = await reading.then(() => undefined).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(CallgateError)
  return error as CallgateError
}

describe('detectForm', () => {
  it.each([
    ['event: message_start', 'sse'],
    ['data: {}', 'sse'],
    [': keep-alive', 'sse'],
    ['id', 'sse'],
    ['{"type":"ping"}', 'jsonLines'],
    ['{"role":"assistant","content":[]}', 'jsonLines'],
    ['{', 'json'],
    ['  [', 'json'],
    ['hello', undefined],
    ['eventually', undefined],
    ['"text"', undefined],
  ])('%s is %s', (line, form) => expect(detectForm(line)).toBe(form))
})

describe('readMessages', () => {
  const both = [events('a'), events('b')]
  it.each([
    { form: 'server-sent events', text: sse(both.flat()), found: both },
    { form: 'server-sent events with CRLF', text: sse(both.flat()).replaceAll('\n', '\r\n'), found: both },
    { form: 'server-sent events with CR', text: sse(both.flat()).replaceAll('\n', '\r'), found: both },
    { form: 'server-sent events without the last blank line', text: sse(both.flat()).trimEnd(), found: both },
    { form: 'events as JSON Lines', text: jsonLines(both.flat()), found: both },
    {
      form: 'a byte order mark and blank lines first',
      text: `\ufeff\n\n${jsonLines(both.flat())}`,
      found: both,
    },
    { form: 'one message', text: JSON.stringify(message('a', 'b')), found: [message('a', 'b')] },
    { form: 'one message, indented', text: JSON.stringify(message('a'), null, 2), found: [message('a')] },
    {
      form: 'the answer of the API',
      text: JSON.stringify({
        id: 'm',
        type: 'message',
        model: 'x',
        stop_reason: 'tool_use',
        ...message('a'),
      }),
      found: [message('a')],
    },
    {
      form: 'a list of messages, of which those with calls count',
      text: JSON.stringify(
        [
          { role: 'user', content: 'do' },
          message('a'),
          { role: 'assistant', content: 'text' },
          message(),
          message('b'),
        ],
        null,
        1,
      ),
      found: [message('a'), message('b')],
    },
    {
      form: 'messages as JSON Lines',
      text: jsonLines([message('a'), { role: 'user', content: [] }, message('b')]),
      found: [message('a'), message('b')],
    },
    {
      form: 'messages and events mixed',
      text: jsonLines([message('a'), ...events('b'), message('c')]),
      found: [message('a'), events('b'), message('c')],
    },
    { form: 'an empty list', text: '[]', found: [] },
  ])('reads $form', async ({ text, found }) => expect((await read(text)).found).toEqual(found))

  it('gives the same wherever the bytes are split', async () => {
    const text = sse(both.flat())
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 400 }), async (size) => {
        expect((await read(text, size)).found).toEqual(both)
      }),
      { numRuns: 40 },
    )
  })

  it('joins data lines, leaves out comments and lets unknown events pass', async () => {
    const text =
      ': hi\n\nevent: message_start\ndata: {"type":\ndata: "message_start"}\n\n: x\nevent: later_kind\ndata: {"n":1}\n\ndata: [DONE]\n\n'
    expect((await read(text)).found).toEqual([[{ type: 'message_start' }, { n: 1, type: 'later_kind' }]])
  })

  it('hands events on before the message has ended', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    async function* slowly() {
      yield jsonLines(events('a').slice(0, 2))
      await held
      yield jsonLines(events('a').slice(2))
    }
    const incoming = await readMessages(slowly(), { name: 'in' }).next()
    if (incoming.done || incoming.value.kind !== 'stream') throw new Error('no stream')
    const reader = incoming.value.events[Symbol.asyncIterator]()
    expect((await reader.next()).value).toEqual(events('a')[0])
    expect((await reader.next()).value).toEqual(events('a')[1])
    release()
    expect((await reader.next()).value).toEqual(events('a')[2])
  })

  it('skips what a reader left of a message', async () => {
    const starts: unknown[] = []
    async function* chunks() {
      yield jsonLines([...events('a').slice(0, 4), ...events('b'), ...events('c')])
    }
    for await (const incoming of readMessages(chunks(), { name: 'in' })) {
      if (incoming.kind === 'stream')
        for await (const event of incoming.events) {
          starts.push([incoming.line, event])
          break
        }
    }
    expect(starts).toEqual([1, 5, 11].map((line) => [line, events('a')[0]]))
  })

  it('takes a stream whose beginning was lost, and one that breaks off', async () => {
    const cut = events('a').slice(1, 3)
    expect((await read(jsonLines(cut))).found).toEqual([cut])
  })

  it('reports an error event between messages', async () => {
    const { found, remarks } = await read(
      jsonLines([{ type: 'ping' }, { type: 'error', error: { type: 'overloaded_error' } }]),
    )
    expect(found).toEqual([])
    expect(remarks).toEqual(['The stream reported an error: {"type":"overloaded_error"}'])
  })

  it.each([
    { why: 'no form', text: '\n\nhello world', says: 'line 3: "hello world" begins neither' },
    { why: 'nothing', text: ' \n', says: 'it is empty' },
    {
      why: 'a broken line',
      text: `${jsonLines(events('a'))}{"role":`,
      says: 'line 7: "{\\"role\\":" is not valid JSON',
    },
    { why: 'broken data', text: 'event: x\ndata: {oops\n\n', says: 'line 2: "{oops" is not valid JSON' },
    {
      why: 'a broken document',
      text: '[\n{"role":"assistant",\n"content": oops}\n]',
      says: 'line 3: it is not valid JSON',
    },
    {
      why: 'an object of another kind',
      text: '{"model":"x"}',
      says: 'line 1: "{\\"model\\":\\"x\\"}" is neither a message nor an event',
    },
    { why: 'a number in a list', text: '[1]', says: 'entry 1 of the list is no message' },
    {
      why: 'a list on a line',
      text: '{"type":"ping"}\n[1]',
      says: 'line 2: "[1]" is no message and no event',
    },
  ])('refuses $why, and says where', async ({ text, says }) => {
    const error = await errorOf(read(text))
    expect(error.code).toBe('INPUT_UNRECOGNISED')
    expect(error.message).toContain(says)
    expect(error.message).toContain('Cannot tell what in.txt holds')
  })

  it('bounds a line', async () => {
    const error = await errorOf(read(`${JSON.stringify(message('a'))}\n{"x":"${'y'.repeat(500)}"}`, 50, 300))
    expect(error.message).toContain('line 2: the line is longer than 300 characters')
  })

  it('breaks a message off at a broken line, and then the input', async () => {
    const text = `${jsonLines(events('a').slice(0, 2))}oops\n`
    const seen: unknown[] = []
    const reading = (async () => {
      for await (const incoming of readMessages(inPieces(new TextEncoder().encode(text), 10), {
        name: 'in.txt',
      })) {
        if (incoming.kind !== 'stream') continue
        const error = await errorOf(
          (async () => {
            for await (const event of incoming.events) seen.push(event)
          })(),
        )
        seen.push(error.code)
      }
    })()
    expect((await errorOf(reading)).message).toContain('line 3')
    expect(seen).toEqual([...events('a').slice(0, 2), 'INPUT_UNRECOGNISED'])
  })
})
