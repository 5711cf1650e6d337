import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { streamOf } from '../../src/testing/index.js'
import { alive } from '../scenarios/alive.js'
import { textOf } from '../scenarios/workspace.js'
import { type CliWorkspace, createCliWorkspace } from './program.js'

let ws: CliWorkspace
beforeEach(() => {
  ws = createCliWorkspace()
})
afterEach(() => ws.remove())

const use = (id: string, name: string, input: object) => ({
  type: 'tool_use' as const,
  id,
  name,
  input: input as never,
})
const message = (...content: object[]) => ({ role: 'assistant', content })
const bash = (id: string, command: string) => use(id, 'Bash', { command })
const resultsOf = (line: Record<string, unknown> | undefined) =>
  (
    (line?.content ?? []) as { type: string; tool_use_id?: string; is_error?: boolean; content: unknown }[]
  ).filter(({ type }) => type === 'tool_result')

async function until(done: () => boolean): Promise<void> {
  while (!done()) await sleep(20)
}

describe('callgate run', () => {
  it.each([
    ['a message', () => JSON.stringify(message(bash('a', 'echo one')))],
    ['a list of messages', () => JSON.stringify([message(bash('a', 'echo one'))])],
    [
      'messages as JSON Lines',
      () =>
        `${JSON.stringify({ role: 'user', content: 'hi' })}\n${JSON.stringify(message(bash('a', 'echo one')))}\n`,
    ],
    [
      'stream events as JSON Lines',
      () =>
        streamOf([bash('a', 'echo one')])
          .map((event) => JSON.stringify(event))
          .join('\n'),
    ],
    [
      'server-sent events',
      () =>
        streamOf([bash('a', 'echo one')])
          .map((event) => `event: ${(event as { type: string }).type}\ndata: ${JSON.stringify(event)}\n\n`)
          .join(''),
    ],
  ])('answers %s on standard input with one line', async (_form, text) => {
    const { code, lines } = await ws.run(['run', '-'], text())
    expect(code).toBe(0)
    expect(lines).toHaveLength(1)
    expect(resultsOf(lines[0]).map((result) => [result.tool_use_id, textOf(result)])).toEqual([['a', 'one']])
  })

  const openAiCall = {
    id: 'call_1',
    type: 'function',
    function: { name: 'Bash', arguments: '{"command":"echo one"}' },
  }
  const item = { type: 'function_call', call_id: 'c1', name: 'Bash', arguments: '{"command":"echo one"}' }
  it.each<[string, unknown[], unknown[]]>([
    [
      'a chat message with tool calls',
      [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: null, tool_calls: [openAiCall] },
      ],
      [{ role: 'tool', tool_call_id: 'call_1', content: 'one' }],
    ],
    [
      'a chat completion',
      [
        {
          object: 'chat.completion',
          choices: [{ message: { role: 'assistant', tool_calls: [openAiCall] } }],
        },
      ],
      [{ role: 'tool', tool_call_id: 'call_1', content: 'one' }],
    ],
    [
      'a call whose arguments are no JSON',
      [{ role: 'assistant', tool_calls: [{ ...openAiCall, function: { name: 'Bash', arguments: '{bad' } }] }],
      [{ role: 'tool', tool_call_id: 'call_1', content: expect.stringContaining('expected object') }],
    ],
    [
      'items of a response',
      [
        { type: 'reasoning', id: 'r' },
        item,
        { ...item, call_id: 'c2' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'x' }] },
      ],
      [
        { type: 'function_call_output', call_id: 'c1', output: 'one' },
        { type: 'function_call_output', call_id: 'c2', output: 'one' },
      ],
    ],
    [
      'a whole response',
      [{ object: 'response', output: [item] }],
      [{ type: 'function_call_output', call_id: 'c1', output: 'one' }],
    ],
    [
      "lines of a coding agent's session, a block on each",
      [
        { type: 'summary', summary: 'x', leafUuid: 'u0' },
        { type: 'user', uuid: 'u1', message: { role: 'user', content: 'hi' } },
        {
          type: 'assistant',
          uuid: 'u2',
          message: { id: 'm1', role: 'assistant', content: [{ type: 'text', text: 'I look.' }] },
        },
        {
          type: 'assistant',
          uuid: 'u3',
          message: { id: 'm1', role: 'assistant', content: [bash('a', 'echo one')] },
        },
        {
          type: 'assistant',
          uuid: 'u4',
          message: { id: 'm1', role: 'assistant', content: [bash('b', 'echo two')] },
        },
        {
          type: 'user',
          uuid: 'u5',
          message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x' }] },
        },
      ],
      [
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'a', content: 'one' },
            { type: 'tool_result', tool_use_id: 'b', content: 'two' },
          ],
        },
      ],
    ],
  ])('answers %s in its own format', async (_form, values, expected) => {
    const { code, lines, stderr } = await ws.run(
      ['run', '-'],
      values.map((value) => JSON.stringify(value)).join('\n'),
    )
    expect(code, stderr).toBe(0)
    expect(lines).toEqual(expected)
  })

  it('goes on with a session; lists and shows it [stages/session-continue]', async () => {
    ws.write('sub/x', '')
    await ws.run(['run', '-', '--session', 'mine'], JSON.stringify(message(bash('a', 'cd sub'))))
    const { lines } = await ws.run(
      ['run', '-', '--session', 'mine'],
      JSON.stringify(message(bash('b', 'pwd'))),
    )
    expect(textOf(resultsOf(lines[0])[0]!)).toBe(join(ws.project, 'sub'))
    const listed = await ws.run(['sessions', '--json'])
    expect(listed.lines).toMatchObject([
      { id: 'mine', state: 'closed', calls: 2, unfinished: 0, cwd: ws.project },
    ])
    const shown = await ws.run(['show', 'mine'])
    expect(shown.stdout).toMatch(/▸ Bash \{"command":"cd sub"\}[\s\S]*allow: [\s\S]*completed/)
    expect((await ws.run(['show', 'nope'])).code).toBe(6)
    expect((await ws.run(['show', '../x'])).code).toBe(2)
    expect((await ws.run(['run', '-', '--session', '../x'], '{}')).code).toBe(2)
  })

  it('answers each message of a file in the same session [stages/run-dash-session]', async () => {
    ws.write('sub/x', '')
    const file = ws.write(
      's.jsonl',
      [message(bash('a', 'cd sub')), message(bash('b', 'pwd'))]
        .map((each) => JSON.stringify(each))
        .join('\n'),
    )
    const { lines, stderr } = await ws.run(['run', file])
    expect(textOf(resultsOf(lines[1])[0]!)).toContain(join(ws.project, 'sub'))
    expect(stderr).toContain(join(ws.folder, 'state/callgate/sessions/'))
    const again = await ws.run(['run', '-'], readFileSync(file, 'utf8'))
    expect(textOf(resultsOf(again.lines[1])[0]!)).toContain(join(ws.project, 'sub'))
  })

  it.each<[string, string, string[]]>([
    ['what holds no message', '{"hello": 1}', []],
    ['what is no JSON', 'hello there', []],
    ['nothing', '', []],
  ])('says so when it gets %s', async (_case, input) => {
    const { code, stderr, stdout } = await ws.run(['run', '-'], input)
    expect(code).toBe(3)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/Cannot tell what standard input holds|holds no/i)
    expect(stderr).not.toContain('    at ')
  })

  const oneCall = JSON.stringify(message(bash('a', 'echo one')))
  it.each<{ id: string; input: string; code: number; says: RegExp; answers?: number }>([
    {
      id: 'an unknown type',
      input: '{"type":"foo"}',
      code: 3,
      says: /line 1: what has the type "foo" is neither/,
    },
    { id: 'an empty list', input: '[]', code: 3, says: /it holds no message/ },
    { id: 'blank lines', input: ' \n\n', code: 3, says: /it is empty/ },
    {
      id: 'a call without its id',
      input: '{"type":"function_call","name":"Bash"}',
      code: 3,
      says: /no "call_id"/,
    },
    {
      id: 'a call of the kind before tool_calls',
      input: '{"role":"assistant","content":null,"function_call":{"name":"Bash","arguments":"{}"}}',
      code: 3,
      says: /"function_call" of the kind before "tool_calls"/,
    },
    {
      id: 'a broken line behind a message, which is answered',
      input: `${oneCall}\n{"role":\n${oneCall}`,
      code: 3,
      says: /line 2: .* is not valid JSON/,
      answers: 1,
    },
    {
      id: 'an error of the API',
      input: '{"error":{"message":"quota"}}',
      code: 3,
      says: /reported an error: .*quota/,
    },
    {
      id: 'messages of the user alone',
      input: '{"role":"user","content":"hi"}',
      code: 0,
      says: /Nothing to run/,
    },
    {
      id: 'a message without a call',
      input: '{"role":"assistant","content":"hi"}',
      code: 0,
      says: /Nothing to run/,
    },
    {
      id: 'an item of another program',
      input: '{"type":"local_shell_call","call_id":"x"}',
      code: 0,
      says: /Not answered: 1 × local_shell_call/,
    },
    {
      id: 'a stream that is cut, whose call is answered',
      input: streamOf([bash('a', 'echo one')])
        .slice(0, -1)
        .map((event) => JSON.stringify(event))
        .join('\n'),
      code: 0,
      says: /! The stream of the message broke off: the stream ended before its message did/,
      answers: 1,
    },
  ])('tells what it does with $id', async ({ input, code, says, answers = 0 }) => {
    const ended = await ws.run(['run', '-'], input)
    expect(ended.code).toBe(code)
    expect(ended.stderr.replace(/\s+/g, ' ')).toMatch(says)
    expect(ended.lines).toHaveLength(answers)
  })

  it.each([
    {
      id: 'chunks of a chat completion',
      events: [
        {
          object: 'chat.completion.chunk',
          choices: [{ delta: { tool_calls: [{ index: 0, ...openAiCall }] } }],
        },
        { object: 'chat.completion.chunk', choices: [{ delta: {}, finish_reason: 'tool_calls' }] },
      ],
      expected: { role: 'tool', tool_call_id: 'call_1', content: 'one' },
    },
    {
      id: 'events of a response',
      events: [
        { type: 'response.created' },
        { type: 'response.output_item.done', item },
        { type: 'response.completed' },
      ],
      expected: { type: 'function_call_output', call_id: 'c1', output: 'one' },
    },
  ])('answers a stream of OpenAI while it still arrives: $id', async ({ events, expected }) => {
    const running = ws.start(['run', '-'])
    for (const event of events) running.stdin.write(`data: ${JSON.stringify(event)}\n\n`)
    running.stdin.write('data: [DONE]\n\n')
    await running.output()
    running.stdin.end()
    const { code, lines } = await running.ended
    expect(code).toBe(0)
    expect(lines).toEqual([expected])
  })

  it('says so when the file is not there', async () => {
    const { code, stderr } = await ws.run(['run', 'missing.json'])
    expect(code).toBe(3)
    expect(stderr).toContain('missing.json')
  })

  it('refuses what nobody can confirm, and says how to allow it', async () => {
    const { code, lines } = await ws.run(['run', '-'], JSON.stringify(message(bash('a', 'touch x'))))
    expect(code).toBe(0)
    expect(textOf(resultsOf(lines[0])[0]!)).toContain("--allowed-tools 'Bash(touch x)'")
  })

  it('takes rules in both spellings [settings/cli-spellings]', async () => {
    const run = (...args: string[]) =>
      ws.run(['run', '-', ...args], JSON.stringify(message(bash('a', 'touch x'))))
    for (const option of ['--allowed-tools', '--allowedTools']) {
      expect(resultsOf((await run(option, 'Bash(touch *)')).lines[0])[0]?.is_error).toBeUndefined()
    }
    for (const option of ['--disallowed-tools', '--disallowedTools']) {
      const [result] = resultsOf((await run('--allowed-tools', 'Bash', option, 'Bash(touch *)')).lines[0])
      expect(textOf(result!)).toContain('deny rule Bash(touch *)')
    }
  })

  it('takes the rules of a slash command [settings/command-source]', async () => {
    const file = ws.write('deploy.md', '---\nallowed-tools: Bash(touch *), Read\n---\nGo.\n')
    const { lines } = await ws.run(
      ['run', '-', '--command', file],
      JSON.stringify(message(bash('a', 'touch x'))),
    )
    expect(resultsOf(lines[0])[0]?.is_error).toBeUndefined()
  })

  it('takes settings, mode, folder and further directories', async () => {
    const outside = join(ws.folder, 'outside')
    ws.write(join(outside, 'a.txt'), 'there')
    const settings = ws.write('flag.json', JSON.stringify({ permissions: { allow: ['Bash(mkdir *)'] } }))
    const input = JSON.stringify(
      message(
        bash('a', 'mkdir made'),
        bash('b', 'touch made/x'),
        use('c', 'Read', { file_path: join(outside, 'a.txt') }),
      ),
    )
    const { lines } = await ws.run(
      [
        'run',
        '-',
        '--settings',
        settings,
        '--permission-mode',
        'acceptEdits',
        '--add-dir',
        outside,
        '--cwd',
        '.',
      ],
      input,
    )
    expect(resultsOf(lines[0]).map(({ is_error }) => is_error ?? false)).toEqual([false, false, false])
  })

  it('shows mistakes in settings with file and line, and asks for everything meanwhile', async () => {
    ws.write('~/.claude/settings.json', '{\n  "permissions": {\n    "allow": [\n}')
    const { stderr, lines } = await ws.run(['run', '-'], JSON.stringify(message(bash('a', 'ls'))))
    expect(stderr).toMatch(/settings\.json:\d/)
    expect(resultsOf(lines[0])[0]?.is_error).toBe(true)
  })

  it('ends what runs at an interrupt, prints the results, and leaves nothing behind', async () => {
    const marker = `sleep 98.${process.pid}`
    const running = ws.start(['run', '-', '--allowed-tools', 'Bash'])
    running.stdin.end(
      JSON.stringify(
        message(bash('a', `echo begun; touch started; ${marker}; touch survived`), bash('b', 'touch never')),
      ),
    )
    await until(() => existsSync(join(ws.project, 'started')))
    running.kill('SIGINT')
    const { code, lines } = await running.ended
    expect(code).toBe(130)
    const [first, second] = resultsOf(lines[0])
    expect(textOf(first!)).toContain('begun')
    expect(textOf(second!)).toMatch(/not run/i)
    expect(alive(marker)).toBe(false)
    expect(existsSync(join(ws.project, 'never'))).toBe(false)
  })

  it('ends at once at the second interrupt, and still leaves nothing behind', async () => {
    const marker = `sleep 97.${process.pid}`
    const running = ws.start(['run', '-', '--allowed-tools', 'Bash'])
    running.stdin.end(
      JSON.stringify(message(bash('a', `trap '' TERM INT; touch started; ${marker}; ${marker}`))),
    )
    await until(() => existsSync(join(ws.project, 'started')))
    running.kill('SIGINT')
    await sleep(50)
    running.kill('SIGINT')
    expect((await running.ended).code).toBe(130)
    // a killed process is gone a moment after the signal, not with it
    await until(() => !alive(marker))
  })

  it('ends when nobody reads its results any more', async () => {
    const lines = Array.from({ length: 200 }, (_, i) =>
      JSON.stringify(message(bash(`t${i}`, 'seq 1 2000'))),
    ).join('\n')
    const file = ws.write('many.jsonl', lines)
    const command = `'${process.execPath}' '${new URL('../../dist/cli/main.js', import.meta.url).pathname}' run '${file}' 2>/dev/null | head -c 100`
    const out = execFileSync('bash', ['-c', command], {
      cwd: ws.project,
      env: { PATH: process.env.PATH, HOME: ws.home },
    })
    expect(out.length).toBe(100)
  })

  it('says so when its results find no room', async () => {
    const file = ws.write('one.json', JSON.stringify(message(bash('t', 'echo hi'))))
    const main = new URL('../../dist/cli/main.js', import.meta.url).pathname
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', `'${process.execPath}' '${main}' run '${file}' > /dev/full`],
      {
        cwd: ws.project,
        env: { PATH: process.env.PATH, HOME: ws.home },
        encoding: 'utf8',
      },
    )
    expect(status).toBe(7)
    expect(stderr).toMatch(/Standard output cannot be written \(the disk is full\)/)
  })
})
