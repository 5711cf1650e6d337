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

async function read(text: string | Uint8Array, size = 7, maxLineLength?: number) {
  const remarks: string[] = []
  const chunks = inPieces(typeof text === 'string' ? new TextEncoder().encode(text) : text, size)
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
    { form: 'messages without a call', text: '[{"role":"user","content":"x"}]', found: [] },
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
      jsonLines([{ type: 'ping' }, { type: 'error', error: { type: 'overloaded_error' } }, message('a')]),
    )
    expect(found).toEqual([message('a')])
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

  const cases: { id: string; text: string | Uint8Array; says: string }[] = [
    { id: 'an empty list', text: '[]', says: 'it holds no message' },
    { id: 'pings alone', text: '{"type":"ping"}', says: 'it holds no message' },
    {
      id: 'an unknown type alone',
      text: '{"type":"foo"}\n{"type":"bar"}',
      says: 'line 1: what has the type "foo" is neither',
    },
    { id: 'an error of the API', text: '{"error":{"message":"quota"}}', says: 'it holds no message' },
    {
      id: 'lines of a session without a message',
      text: '{"type":"summary","summary":"x","leafUuid":"u"}',
      says: 'it holds no message',
    },
    {
      id: 'a call without id',
      text: '\n{"type":"function_call","name":"Bash","arguments":"{}"}',
      says: 'line 2: a call has no "call_id"',
    },
    {
      id: 'a response with such a call',
      text: '{"object":"response","output":[{"type":"function_call"}]}',
      says: 'a call has no "call_id"',
    },
    {
      id: 'a call of the kind before tool_calls',
      text: '{"role":"assistant","content":null,"function_call":{"name":"x","arguments":""}}',
      says: 'line 1: it holds a "function_call"',
    },
    {
      id: 'a completion with such a call',
      text: '{"choices":[{"message":{"role":"assistant","function_call":{"name":"x"}}}]}',
      says: 'it holds a "function_call"',
    },
    {
      id: 'an entry of another kind',
      text: '[{"role":"user","content":"x"},{"a":1}]',
      says: 'entry 2 of the list: "{\\"a\\":1}" is neither',
    },
    {
      id: 'a document that is cut off',
      text: '{\n"role":"assistant",\n"content":[',
      says: 'line 3: it is not valid JSON: it is cut off',
    },
    {
      id: 'a line that is cut off',
      text: '{"role":"user","content":"x"}\n{"role":"ass',
      says: 'line 2: "{\\"role\\":\\"ass" is not valid JSON: it is cut off',
    },
    {
      id: 'UTF-16',
      text: Buffer.from('{"role":"user","content":"x"}', 'utf16le'),
      says: 'it is UTF-16. Convert it: iconv',
    },
    {
      id: 'UTF-16 with its mark',
      text: Buffer.from('\ufeff{"role":"user","content":"x"}', 'utf16le'),
      says: 'it is UTF-16',
    },
    { id: 'UTF-16, big end first', text: Buffer.from('\ufeff[]', 'utf16le').swap16(), says: 'it is UTF-16' },
    {
      id: 'a program',
      text: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0xff]),
      says: 'line 1: it is binary, not text',
    },
    {
      id: 'Latin-1',
      text: Buffer.from('{"role":"user","content":"x"}\n{"role":"user","content":"\u00fc"}', 'latin1'),
      says: 'line 2: the line is not valid UTF-8',
    },
    {
      id: 'half a character at the end',
      text: Buffer.from([0x7b, 0x7d, 0xc3]),
      says: 'line 1: the line is not valid UTF-8',
    },
  ]
  it.each(cases)('refuses $id, and says what it takes', async ({ text, says }) => {
    for (const size of [1, 7, 1000]) {
      const error = await errorOf(read(text, size))
      expect(error.code).toBe('INPUT_UNRECOGNISED')
      expect(error.message).toContain(says)
      expect(error.message).toContain(
        'It takes messages of Anthropic, of OpenAI chat and of the Responses API',
      )
    }
  })

  it('takes U+FFFD where it was written', async () => {
    const text = JSON.stringify({
      role: 'assistant',
      content: [{ ...call('\ufffd\ufffd'), name: '\uff0c\uf000' }],
    })
    for (const size of [1, 2, 3, 1000]) expect((await read(text, size)).found).toEqual([JSON.parse(text)])
  })

  const chunk = (id: string, delta: object, finish_reason: string | null = null) => ({
    id,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason }],
  })
  const chatStream = (id: string) => [
    chunk(id, { tool_calls: [{ index: 0, id, function: { name: 'Read', arguments: '{}' } }] }),
    chunk(id, {}, 'tool_calls'),
    { id, object: 'chat.completion.chunk', choices: [], usage: {} },
  ]
  const data = (list: readonly object[]) => list.map((value) => `data: ${JSON.stringify(value)}\n\n`).join('')
  const responseStream = (call_id: string) => [
    { type: 'response.created' },
    {
      type: 'response.output_item.done',
      item: { type: 'function_call', call_id, name: 'Read', arguments: '{}' },
    },
    { type: 'response.completed' },
  ]
  const startsOf = (found: readonly unknown[]) =>
    found.map((list) =>
      (list as { type: string; content_block?: { id: string } }[]).flatMap(({ content_block, type }) =>
        content_block ? [content_block.id] : type === 'message_stop' ? ['stop'] : [],
      ),
    )
  it.each([
    {
      id: 'chat, server-sent',
      text: `${data(chatStream('a'))}data: [DONE]\n\n${data(chatStream('b'))}data: [DONE]\n\n`,
    },
    { id: 'chat, without [DONE]', text: data([...chatStream('a'), ...chatStream('b')]) },
    { id: 'chat, JSON Lines', text: jsonLines([...chatStream('a'), ...chatStream('b')]) },
    { id: 'responses, server-sent', text: sse([...responseStream('a'), ...responseStream('b')]) },
    { id: 'responses, JSON Lines', text: jsonLines([...responseStream('a'), ...responseStream('b')]) },
    {
      id: 'responses, without their end',
      text: jsonLines([...responseStream('a').slice(0, 2), ...responseStream('b')]),
    },
  ])("gives streams of OpenAI as the gate's events: $id", async ({ id, text }) => {
    const first = id.endsWith('their end') ? ['a'] : ['a', 'stop']
    expect(startsOf((await read(text)).found)).toEqual([first, ['b', 'stop']])
  })

  it('[DONE] ends a chat message that gave no reason', async () => {
    const text = `${data(chatStream('a').slice(0, 1))}data: [DONE]\n\n`
    expect(startsOf((await read(text)).found)).toEqual([['a', 'stop']])
  })

  it('takes an error within a message as its end, and reads on', async () => {
    const text = jsonLines([
      ...events('a').slice(0, 3),
      { type: 'error', error: { message: 'x' } },
      message('b'),
    ])
    const { found, remarks } = await read(text)
    expect(found).toEqual([
      [...events('a').slice(0, 3), { type: 'error', error: { message: 'x' } }],
      message('b'),
    ])
    expect(remarks).toEqual([])
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

describe('the session file of a coding agent', () => {
  let lines = 0
  const line = (fields: object) => ({ uuid: `u${lines++}`, sessionId: 's', ...fields })
  const assistant = (id: string, ...content: object[]) =>
    line({ type: 'assistant', message: { id, role: 'assistant', content } })
  const user = (content: unknown, more: object = {}) =>
    line({ type: 'user', message: { role: 'user', content }, ...more })
  const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'x' })
  const text = { type: 'text', text: 'I look.' }
  const again = assistant('m1', call('a'))

  it.each<{ id: string; why: string; values: object[]; found: object[]; remarks?: string[] }>([
    {
      id: 'a-block-a-line',
      why: 'lines with one message id are one message',
      values: [
        assistant('m1', text),
        assistant('m1', call('a')),
        assistant('m1', call('b')),
        assistant('m2', call('c')),
      ],
      found: [{ role: 'assistant', content: [text, call('a'), call('b')] }, message('c')],
    },
    {
      id: 'results-between',
      why: 'a result is written as soon as it is there, before the next call of its message',
      values: [
        assistant('m1', call('a')),
        user([result('a')]),
        assistant('m1', call('b')),
        user([result('b')]),
        assistant('m2', call('c')),
      ],
      found: [message('a', 'b'), message('c')],
    },
    {
      id: 'other-lines-between',
      why: 'progress, hooks, snapshots and meta lines end no message',
      values: [
        assistant('m1', call('a')),
        line({
          type: 'progress',
          data: { message: { type: 'assistant', message: { role: 'assistant', content: [call('x')] } } },
        }),
        line({ type: 'system', subtype: 'informational', content: 'x' }),
        { type: 'file-history-snapshot', snapshot: {} },
        { type: 'summary', summary: 'x', leafUuid: 'u' },
        user('<caveat>', { isMeta: true }),
        assistant('m1', call('b')),
      ],
      found: [message('a', 'b')],
    },
    {
      id: 'prompt-between',
      why: 'what a person says ends the message',
      values: [assistant('m1', call('a')), user('go on'), assistant('m1', call('b'))],
      found: [message('a'), message('b')],
    },
    {
      id: 'sidechain',
      why: 'a sub-agent has a conversation of its own',
      values: [
        assistant('m1', call('a')),
        { ...user('find it'), isSidechain: true },
        { ...assistant('m9', call('x')), isSidechain: true },
        assistant('m1', call('b')),
      ],
      found: [message('a', 'b')],
      remarks: ['Passed over 2 lines of a sub-agent, which has a conversation of its own.'],
    },
    {
      id: 'parent-tool-use',
      why: 'the same, as the output of a running agent says it',
      values: [
        { type: 'system', subtype: 'init', session_id: 's' },
        { ...assistant('m9', call('x')), parent_tool_use_id: 'a' },
        { ...assistant('m1', call('a')), parent_tool_use_id: null },
        { type: 'result', subtype: 'success', session_id: 's', result: 'x' },
      ],
      found: [message('a')],
      remarks: ['Passed over 1 line of a sub-agent, which has a conversation of its own.'],
    },
    {
      id: 'repeated-uuid',
      why: 'a session that was gone on with repeats what came before',
      values: [again, user([result('a')]), again, assistant('m2', call('b')), again],
      found: [message('a'), message('b')],
      remarks: ['Passed over 2 lines that came before with the same uuid.'],
    },
    {
      id: 'sidechain-alone',
      why: 'nothing is left, and that is said',
      values: [{ ...assistant('m9', call('x')), isSidechain: true }],
      found: [],
      remarks: [
        'Passed over 1 line of a sub-agent, which has a conversation of its own.',
        'Nothing to run: no message of the assistant with a tool call.',
      ],
    },
    {
      id: 'unknown-lines',
      why: 'lines of a later version are passed over, and that is said',
      values: [assistant('m1', call('a')), { type: 'new-kind' }, assistant('m1', call('b'))],
      found: [message('a', 'b')],
      remarks: [
        'Passed over 1 × what is neither a message nor a known event (first on line 2, of the type "new-kind").',
      ],
    },
  ])('$id: $why', async ({ values, found, remarks = [] }) => {
    const answer = await read(jsonLines(values))
    expect(answer.found).toEqual(found)
    expect(answer.remarks).toEqual(remarks)
  })
})

describe('what is left to say at the end', () => {
  it.each([
    {
      id: 'no call',
      values: [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: 'hello' },
      ],
      says: 'Nothing to run: no message of the assistant with a tool call (messages: 1 of the assistant without a call, 1 of the user, the system or a tool).',
    },
    {
      id: 'items of other programs',
      values: [
        { type: 'function_call', call_id: 'a', name: 'x', arguments: '{}' },
        { type: 'local_shell_call', call_id: 'b' },
      ],
      says: "Not answered: 1 × local_shell_call (first on line 2). Calls of this kind are not the gate's: run takes function_call and custom_tool_call.",
    },
  ])('$id', async ({ values, says }) => expect((await read(jsonLines(values))).remarks).toEqual([says]))
})
