import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CliWorkspace, createCliWorkspace } from './program.js'

let ws: CliWorkspace
beforeEach(() => {
  ws = createCliWorkspace()
})
afterEach(() => ws.remove())

describe('callgate check', () => {
  it('shows the trace: each link, the rule with its place, and what settled it', async () => {
    ws.write('~/.claude/settings.json', '{\n  "permissions": {\n    "deny": ["Bash(rm *)"]\n  }\n}\n')
    const { code, stdout } = await ws.run(['check', 'Bash', 'ls && rm -rf build'])
    expect(code).toBe(11)
    expect(stdout).toContain('decision: deny')
    expect(stdout).toMatch(/denyRules\s+deny\s+← this settled it/)
    expect(stdout).toMatch(/Bash\(rm \*\) · .*settings\.json:3/)
    expect(stdout).toContain('not reached')
  })

  it.each<[string, string, number]>([
    ['Bash', 'git status', 0],
    ['Bash', 'touch x', 10],
    ['Bash', '{"command": 5}', 12],
    ['Nope', '{}', 12],
    ['Read', '{"file_path": "a.txt"}', 0],
  ])('%s %s ends with %i', async (tool, input, expected) => {
    expect((await ws.run(['check', tool, input])).code).toBe(expected)
  })

  it.each([
    [['check']],
    [['check', 'Bash']],
    [['check', 'Read', 'no json']],
    [['check', 'Bash', 'ls', '--permission-mode', 'nope']],
    [['nonsense']],
    [['run', '--nonsense']],
  ])('%j is a wrong argument, without a stack', async (args) => {
    const { code, stderr } = await ws.run(args)
    expect(code).toBe(2)
    expect(stderr).not.toBe('')
    expect(stderr).not.toContain('    at ')
  })

  it('names a settings file that is not there', async () => {
    const { code, stderr } = await ws.run(['check', 'Bash', 'ls', '--settings', 'missing.json'])
    expect(code).toBe(4)
    expect(stderr).toContain('missing.json')
  })

  it('answers one line a call, in order, with the fields that are written down', async () => {
    const calls = [
      { id: 1, name: 'Bash', input: { command: 'git status' } },
      {
        id: 'two',
        name: 'Bash',
        input: { command: 'rm -rf build' },
        settings: { permissions: { deny: ['Bash(rm *)'] } },
      },
      { id: 3, name: 'Bash', input: { command: 'eval "$x"' } },
      {
        id: 4,
        name: 'Edit',
        input: { file_path: 'a', old_string: 'b', new_string: 'c' },
        mode: 'acceptEdits',
      },
      { id: 5, name: 'Nope', input: {} },
      { id: 6, name: 'Bash', input: {} },
    ]
    const { code, lines } = await ws.run(
      ['check', '--jsonl'],
      `${calls.map((call) => JSON.stringify(call)).join('\n')}\n{not json\n\n`,
    )
    expect(code).toBe(0)
    expect(lines.map(({ id, decision, stage }) => [id, decision, stage])).toEqual([
      [1, 'allow', 'permission'],
      ['two', 'deny', 'permission'],
      [3, 'ask', 'permission'],
      [4, 'allow', 'permission'],
      [5, 'error', 'lookup'],
      [6, 'error', 'validation'],
      [null, 'error', 'lookup'],
    ])
    expect(lines[0]).toMatchObject({
      commands: [{ text: 'git status', argv: ['git', 'status'], readOnly: true }],
    })
    expect(lines[1]).toMatchObject({
      decidedBy: { type: 'rule', rule: { text: 'Bash(rm *)', behavior: 'deny', source: 'flagSettings' } },
      destructive: expect.any(String),
    })
    expect(lines[2]!.uncertain).not.toEqual([])
  })

  it('keeps its order and its memory over thousands of lines', async () => {
    const calls = Array.from({ length: 5000 }, (_, id) =>
      JSON.stringify({ id, name: 'Bash', input: { command: `cat file${id % 700}.txt | head -${id}` } }),
    )
    const { lines } = await ws.run(['check', '--jsonl'], calls.join('\n'))
    expect(lines.map(({ id }) => id)).toEqual(calls.map((_, id) => id))
  })
})

describe('callgate', () => {
  it.each([['--help'], ['--version'], ['help'], ['run', '--help'], ['check', '--help']])(
    '%s shows itself',
    async (...args) => {
      const { code, stdout } = await ws.run(args)
      expect(code).toBe(0)
      expect(stdout).not.toBe('')
    },
  )

  it.each(['bash', 'zsh', 'fish'])(
    'prints a completion for %s that names every subcommand',
    async (shell) => {
      const { stdout } = await ws.run(['completion', shell])
      for (const word of ['run', 'check', 'completion', '--allowed-tools'])
        expect(stdout).toContain(word.replace(/^--/, ''))
    },
  )
})
