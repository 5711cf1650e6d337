import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { RunOutcome } from '../../src/pipeline/events.js'
import { recordingTelemetry, scriptedPrompter } from '../../src/testing/index.js'
import type { ToolResultBlock } from '../../src/tool/content.js'
import { builtinTools } from '../../src/tools/index.js'
import { createWorkspace, textOf, type Workspace } from '../scenarios/workspace.js'
import { laterRows, laterStages, type Row, readReports } from './read-reports.js'

/** What a row's own check may look at. */
interface Played {
  readonly row: Row
  readonly ws: Workspace
  readonly outcome: RunOutcome
  readonly results: readonly ToolResultBlock[]
  readonly text: string
  /** What the tools made for the row were called with. */
  readonly received: readonly unknown[]
  /** Each hook's payloads, by event. */
  readonly hookPayloads: readonly Record<string, unknown>[]
  readonly questions: number
  readonly notices: readonly string[]
  readonly telemetry: readonly { readonly kind: string }[]
  readonly sessionFolder: string
}

const open: Workspace[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((ws) => ws.remove()))
})

async function play(row: Row): Promise<Played> {
  const ws = createWorkspace()
  open.push(ws)
  const { given } = row
  for (const [path, content] of Object.entries(given.files ?? {}))
    ws.write(path, madeContent(row.id, content))
  for (const [path, hex] of Object.entries(given.filesBytes ?? {}))
    ws.write(path, Buffer.from(hex.replaceAll(' ', ''), 'hex'))
  for (const [path, mode] of Object.entries(given.modes ?? {}))
    ws.write(path, madeContent(row.id, given.files![path]!), Number.parseInt(mode, 8))
  for (const [path, target] of Object.entries(given.links ?? {}))
    ws.link(path, target.replace('/home/dev/project', ws.project))
  const record = join(ws.folder, 'hooks.jsonl')
  ws.write(
    '~/.claude/settings.json',
    JSON.stringify({ ...given.settings, hooks: hookSettings(given.hooks ?? [], record) }),
  )

  const received: unknown[] = []
  const prompter = scriptedPrompter({ kind: 'allowOnce' })
  const telemetry = recordingTelemetry()
  const gate = ws.gate({ tools: toolsFor(given.tools ?? [], received), prompter, telemetry })
  for (const path of given.read ?? [])
    await gate.call({ id: `read-${path}`, name: 'Read', input: { file_path: path } })
  for (const call of given.before ?? []) await gate.call({ id: `before-${call.input.command}`, ...call })
  if (row.id === 'R-148') inTheMiddleOfARebase(ws.project)
  for (const name of filesThatAreRead[row.id] ?? []) ws.write(name, `${name}\n`)
  if (row.id === 'R-156') ws.write('t.txt', given.files!['t.txt']!)
  const controller = new AbortController()
  if (given.interrupt) setTimeout(() => controller.abort('the person interrupted it'), 1_500)
  const calls = Array.isArray(row.call) ? row.call : [row.call]
  const content = calls.map((call, index) => ({
    type: 'tool_use',
    id: given.blocks?.includes('same id') ? 'same' : `t${index}`,
    ...translated(call, ws),
  }))
  const run = gate.run({ role: 'assistant', content }, { signal: controller.signal })
  const notices: string[] = []
  for await (const event of run) if (event.type === 'notice') notices.push(event.text)
  const outcome = await run.outcome
  const results = outcome.message.content.filter((block) => block.type === 'tool_result')
  const hookPayloads = existsSync(record)
    ? readFileSync(record, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []
  return {
    row,
    ws,
    outcome,
    results,
    text: results.map(textOf).join('\n'),
    received,
    hookPayloads,
    questions: prompter.questions.length,
    notices,
    telemetry: telemetry.events,
    sessionFolder: gate.sessionFolder,
  }
}

const filesThatAreRead: Readonly<Record<string, readonly string[]>> = {
  'R-196': ['slow.txt', 'fast.txt'],
  'R-198': ['a.txt'],
}

/** One conflict, solved and staged, so that only the message is left to write. */
function inTheMiddleOfARebase(project: string): void {
  const git = (...args: string[]) =>
    spawnSync('git', ['-C', project, '-c', 'user.name=a', '-c', 'user.email=a@example.invalid', ...args], {
      stdio: 'ignore',
    })
  const commit = (text: string, branch: string[]) => {
    git('checkout', '-q', ...branch)
    writeFileSync(join(project, 'c.txt'), text)
    git('add', 'c.txt')
    git('commit', '-qm', text)
  }
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'a')
  git('config', 'user.email', 'a@example.invalid')
  commit('base', ['-B', 'main'])
  commit('theirs', ['-b', 'side'])
  commit('ours', ['main'])
  git('rebase', 'side')
  writeFileSync(join(project, 'c.txt'), 'solved')
  git('add', 'c.txt')
}

function translated(call: Row['call'] & object, ws: Workspace): object {
  return JSON.parse(
    JSON.stringify(call)
      .replaceAll('/home/dev/project', ws.project)
      .replaceAll('/tmp/w', join(ws.folder, 'w')),
  )
}

/** Rows describe large files in words. */
function madeContent(id: string, content: string): string {
  if (id === 'R-185') return `${'x'.repeat(500_000)}needle${'y'.repeat(500_000)}`
  if (id === 'R-162')
    return JSON.stringify({ cells: [{ cell_type: 'code', source: ['print(1)'] }], nbformat: 4 })
  if (id === 'R-180') return '\0\0\0\x18ftypheic\0\0\0\0mif1heic'
  if (id === 'R-182') return `%PDF-1.7\n${'%filler\n'.repeat(800_000)}`
  return content
}

function hookSettings(hooks: NonNullable<Row['given']['hooks']>, record: string): object {
  const byEvent: Record<string, object[]> = {}
  for (const { event, matcher, answer, script, record: records } of hooks) {
    const keep = records ? `p=$(cat); printf '%s\\n' "$p" >> '${record}'` : 'cat > /dev/null'
    const said = answer
      ? `printf '%s' '${JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...answer } })}'`
      : 'true'
    byEvent[event] ??= []
    byEvent[event].push({ matcher, hooks: [{ type: 'command', command: script ?? `${keep}; ${said}` }] })
  }
  return byEvent
}

function toolsFor(wanted: NonNullable<Row['given']['tools']>, received: unknown[]): unknown[] {
  const builtin = builtinTools()
  if (wanted.length === 0)
    return [
      ...builtin,
      {
        mcp__web__dump: madeTool({}, received, 'x'.repeat(900_000)),
        mcp__tasks__manage: madeTool({}, received),
      },
    ]
  return wanted.map((entry) => {
    const name = typeof entry === 'string' ? entry : entry.name
    const own = builtin.find((tool) => tool.name === name)
    if (own) return typeof entry === 'string' ? own : { ...own, aliases: entry.aliases ?? own.aliases }
    return { [name]: madeTool(typeof entry === 'string' ? {} : (entry.schema ?? {}), received) }
  })
}

function madeTool(schema: object, received: unknown[], output = 'ok'): object {
  return {
    inputSchema: { type: 'object', ...schema },
    execute: (input: unknown) => {
      received.push(input)
      return output
    },
  }
}

const file = ({ ws }: Played, path: string) => readFileSync(join(ws.project, path), 'utf8')
const silent = (played: Played) => {
  expect(played.hookPayloads).toEqual([])
  expect(played.questions).toBe(0)
}

/** The right outcome of each row, beyond "ok" or "error". */
const checks: Readonly<Record<string, (played: Played) => void>> = {
  'R-001': (played) => {
    expect(played.text).toContain('Read')
    silent(played)
  },
  'R-002': ({ text, questions }) => {
    expect(text).toContain('"shell" is deprecated: this tool is called "Bash"')
    expect(questions).toBe(0)
  },
  'R-003': silent,
  'R-004': ({ text }) => {
    expect(text).toMatch(/2[\s\S]*4/)
    expect(text).not.toContain('\t5')
  },
  'R-005': ({ received }) => expect(received).toEqual([{ queries: ['test'] }]),
  'R-006': ({ received }) => expect(received).toEqual([{ gen: null }]),
  'R-008': ({ received }) => expect(received).toEqual([{}]),
  'R-009': ({ text }) => expect(text).toContain('expected object, got array'),
  'R-011': (played) => {
    expect(played.text).toContain('command: expected string, got number 42')
    silent(played)
  },
  'R-012': ({ text }) => {
    expect(text).toContain('file_path: expected string, got nothing: it is missing')
    expect(text).toContain('"file"')
  },
  'R-013': ({ text }) => {
    expect(text).toContain('line_limit')
    expect(text).toContain('Known fields: file_path (required)')
  },
  'R-142': ({ text }) => expect(text).toContain('done'),
  'R-143': ({ text }) => expect(text).toContain('foreground done'),
  'R-145': ({ text }) => expect(text).toContain('up'),
  // a folder outside is never carried on; one inside that goes away: test/tools/bash.test.ts
  'R-146': ({ text }) => expect(text).toContain('hello'),
  'R-147': ({ text }) => expect(text).toContain('hello != world'),
  'R-153': (played) => expect(file(played, 'a.cs')).toBe('one\r\n2\r\nthree\r\n'),
  'R-154': (played) => expect(file(played, 'm.vb')).toBe('\ufeffDim \u00e1 = 1\r\nDim x = 3\r\n'),
  'R-155': ({ ws }) => {
    const bytes = readFileSync(join(ws.project, 'gbk.txt'))
    expect(bytes.subarray(0, 5).toString('hex')).toBe('c4e3bac30a')
  },
  'R-156': (played) => expect(file(played, 't.txt')).toBe('rest\n'),
  'R-157': (played) => expect(file(played, 'g.py')).toBe('greeting = "hello"\ngreeting = \u201chi\u201d\n'),
  'R-158': ({ ws }) => expect(statSync(join(ws.project, 'run.sh')).mode & 0o777).toBe(0o755),
  'R-159': (played) => {
    expect(file(played, 'real.conf')).toBe('new')
    expect(lstatSync(join(played.ws.project, 'conf')).isSymbolicLink()).toBe(true)
  },
  'R-160': ({ text }) => expect(text).toContain('not a regular file'),
  'R-161': ({ text }) => expect(text).toContain('empty'),
  'R-162': (played) => {
    expect(played.text).toContain('notebook')
    expect(file(played, 'n.ipynb')).toContain('print(1)')
  },
  // the row takes either: the file, or an error that names it
  'R-163': ({ text }) => expect(text).toContain('13.05.png'),
  'R-164': ({ text }) => expect(text).toContain('h.txt'),
  'R-165': ({ text }) => expect(text).toContain('h.txt'),
  'R-170': ({ text }) => expect(text).toContain('3 lines'),
  'R-171': ({ text }) => expect(text).toContain('\ufffd'),
  'R-172': ({ text }) => expect(text).toMatch(/\ufffd.*\(ok/s),
  'R-173': ({ text }) => expect(text).not.toBe(''),
  'R-174': ({ text }) => expect(text).toContain('red done'),
  'R-175': ({ text }) => {
    expect(text).toContain('error: build failed')
    expect(text).toMatch(/code 1\b/i)
    expect(text.length).toBeLessThan(30_000)
  },
  'R-176': ({ text }) => expect(text).toMatch(/code 3\b/i),
  'R-177': ({ text }) => expect(text.length).toBeLessThan(30_000),
  'R-178': ({ text, sessionFolder }) => {
    expect(text).toContain('900000')
    expect(text).toContain(sessionFolder)
  },
  'R-179': ({ results, text }) => {
    expect(typeof results[0]!.content).toBe('string')
    expect(text).toMatch(/html/i)
  },
  'R-180': ({ results }) => expect(typeof results[0]!.content).toBe('string'),
  'R-181': ({ text }) => {
    expect(text).toContain('begun')
    expect(text).toMatch(/interrupted/i)
  },
  'R-183': ({ text }) => {
    expect(text).toContain('a␀b')
    expect(text).not.toContain('\0')
  },
  'R-184': ({ text, sessionFolder }) => {
    expect(text.replaceAll(',', '')).toContain('5000000')
    expect(text).toContain(sessionFolder)
  },
  'R-185': ({ text }) => {
    expect(text).toContain('needle')
    expect(text.length).toBeLessThan(5_000)
  },
  'R-186': ({ hookPayloads }) => {
    expect(hookPayloads).toMatchObject([
      { hook_event_name: 'PostToolUseFailure', tool_name: 'Bash', tool_input: { command: 'false' } },
    ])
    expect(hookPayloads[0]!.error).toContain('1')
  },
  'R-187': ({ hookPayloads }) => expect(hookPayloads).toEqual([]),
  'R-188': ({ ws, outcome, results }) => {
    expect(readFileSync(join(ws.project, 'a.ts'), 'utf8')).toBe('y')
    expect(results[0]!.is_error).toBeUndefined()
    expect(JSON.stringify(outcome.message.content.at(-1))).toContain('style: use tabs')
  },
  'R-189': ({ notices, text }) => {
    expect(notices.join()).toContain('warn')
    expect(text).not.toContain('warn')
  },
  'R-190': ({ outcome }) =>
    expect(JSON.stringify(outcome.message.content.at(-1))).toContain('task 7 created'),
  'R-191': ({ hookPayloads }) => {
    expect(hookPayloads).toMatchObject([{ hook_event_name: 'PostToolUseFailure' }])
    expect(hookPayloads[0]!.error).toMatch(/1,?000 ms|1 s|time/i)
  },
  'R-192': ({ notices }) => expect(notices).toEqual([]),
  'R-193': ({ results }) => {
    expect(results.map(({ tool_use_id }) => tool_use_id)).toEqual(['t0', 't1', 't2'])
    expect(textOf(results[0]!)).toContain('1')
    expect(textOf(results[1]!)).toMatch(/interrupted/i)
    expect(textOf(results[2]!)).toMatch(/not run|not started/i)
  },
  'R-194': ({ results }) => {
    expect(results.map(({ is_error }) => is_error ?? false)).toEqual([true, false, false])
    expect(textOf(results[2]!)).toContain('hello')
  },
  'R-195': ({ results, telemetry, outcome }) => {
    expect(results).toHaveLength(1)
    expect(outcome.assistant.content).toHaveLength(1)
    expect(telemetry.filter(({ kind }) => kind === 'duplicateId')).toHaveLength(1)
  },
  'R-196': ({ results }) => expect(results.map(({ tool_use_id }) => tool_use_id)).toEqual(['t0', 't1']),
  'R-197': ({ outcome }) =>
    expect(outcome.message.content.map(({ type }) => type)).toEqual(['tool_result', 'text']),
  'R-198': ({ results }) => {
    expect(results.map(({ is_error }) => is_error ?? false)).toEqual([true, false])
    expect(textOf(results[0]!)).toContain('no')
  },
  'R-199': ({ outcome }) => expect(outcome.assistant.content).toMatchObject([{ input: expect.any(Object) }]),
}

// several calls, of which some fail: "ok" there means that the message is answered
const manyCalls = new Set(['R-193', 'R-194', 'R-195', 'R-198'])

describe('reports of faults seen elsewhere: lookup, validation, execution, result, post hooks, emission', () => {
  const rows = readReports(['lookup', 'validation', 'execution', 'result', 'posthook', 'emission'])

  it.each(rows.filter(({ id }) => !(id in laterRows)))('$id $expect', async (row) => {
    const played = await play(row)
    expect(played.results.length).toBeGreaterThan(0)
    if (!manyCalls.has(row.id) && row.id !== 'R-163') {
      const failed = played.results.some(({ is_error }) => is_error === true)
      expect(failed ? 'error' : 'ok', played.text.slice(0, 500)).toBe(row.decision)
    }
    checks[row.id]?.(played)
  })

  it('leaves no stage of the reports without a table or a reason', () => {
    const asserted = new Set([
      'lookup',
      'validation',
      'execution',
      'result',
      'posthook',
      'emission',
      'permission',
    ])
    const left = new Set(
      readReports()
        .map(({ stage }) => stage)
        .filter((stage) => !asserted.has(stage)),
    )
    expect([...left].sort()).toEqual(Object.keys(laterStages).sort())
  })

  it('lists only rows that there are', () => {
    const ids = new Set(readReports().map(({ id }) => id))
    expect(Object.keys({ ...laterRows, ...checks }).filter((id) => !ids.has(id))).toEqual([])
  })
})
