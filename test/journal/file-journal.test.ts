import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CallgateError } from '../../src/errors/callgate-error.js'
import { createFileJournal } from '../../src/journal/file-journal.js'
import { readRecords } from '../../src/journal/read-records.js'
import type { GateEvent } from '../../src/pipeline/events.js'
import { defineTool } from '../../src/tool/define-tool.js'
import { createWorkspace, textOf, type Workspace } from '../scenarios/workspace.js'

let folder: string
let ws: Workspace
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callgate-journal-'))
  ws = createWorkspace()
})
afterEach(async () => {
  await ws.remove()
  rmSync(folder, { recursive: true, force: true })
})

async function linesOf(place: string) {
  const lines = []
  for await (const line of readRecords(place)) lines.push(line)
  return lines
}

const entry = (event: string, fields = {}) => ({ at: 1, sessionId: 's', toolUseId: 't', event, ...fields })

describe('the journal file', () => {
  it('is private, holds one record a line, and no secret', async () => {
    const journal = createFileJournal(join(folder, 'a/b'), () => {})
    journal.record(entry('begun', { key: 'k', name: 'Bash', input: { command: 'x --token=abcdef123456' } }))
    journal.record(entry('executing'))
    const path = join(folder, 'a/b/journal.jsonl')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'a/b')).mode & 0o777).toBe(0o700)
    const text = readFileSync(path, 'utf8')
    expect(text.split('\n')).toHaveLength(3)
    expect(text).not.toContain('abcdef123456')
    journal.close()
  })

  it('is on disk before a tool runs, and when a call was answered', () => {
    const journal = createFileJournal(folder, () => {})
    const lines = () => readFileSync(join(folder, 'journal.jsonl'), 'utf8').split('\n').length - 1
    journal.record(entry('begun'))
    journal.record(entry('stageEnded'))
    journal.record(entry('executing'))
    expect(lines()).toBe(3)
    journal.record(entry('stageEnded'))
    expect(lines()).toBe(3)
    journal.record(entry('answered'))
    expect(lines()).toBe(5)
    journal.close()
  })

  it('goes on after half a line that a kill left', async () => {
    writeFileSync(join(folder, 'journal.jsonl'), '{"at":1,"event":"begun","toolUseId":"a"}\n{"at":2,"ev')
    const journal = createFileJournal(folder, () => {})
    journal.record(entry('answered'))
    journal.close()
    const lines = await linesOf(folder)
    expect(lines.map((each) => ('record' in each ? each.record.event : `${each.line} damaged`))).toEqual([
      'begun',
      '2 damaged',
      'answered',
    ])
  })

  it('that cannot be written is told, and hurts nothing', () => {
    const problems: unknown[] = []
    symlinkSync('/dev/full', join(folder, 'journal.jsonl'))
    const journal = createFileJournal(folder, (error) => problems.push(error))
    journal.record(entry('executing'))
    journal.close()
    expect(problems).toMatchObject([{ code: 'ENOSPC' }])
  })

  it('takes a value that is no JSON', async () => {
    const journal = createFileJournal(folder, () => {})
    journal.record(entry('executing', { big: 5n }))
    journal.close()
    expect(await linesOf(folder)).toMatchObject([{ record: { event: 'executing' } }])
  })
})

const counter = (counts: string[]) =>
  defineTool({
    name: 'Count',
    inputSchema: z.strictObject({ n: z.number() }),
    checkPermissions: () => ({ behavior: 'allow', reason: 'harmless' }),
    call: ({ n }) => {
      counts.push(String(n))
      return `counted ${n}`
    },
  })
const use = (n: number, id = `t${n}`) => ({ type: 'tool_use' as const, id, name: 'Count', input: { n } })
const message = (...content: ReturnType<typeof use>[]) => ({ role: 'assistant' as const, content })

describe('a session with a journal', () => {
  const open = (counts: string[], more = {}) =>
    ws.gate({ tools: [counter(counts), ...ws.tools], sessionId: 's1', journal: 'file', ...more })

  it('answers the same message again from memory, and runs nothing twice', async () => {
    const counts: string[] = []
    const first = open(counts)
    const before = await first.results(message(use(1), use(2)))
    await first.close()
    const second = open(counts)
    expect((await second.results(message(use(1), use(2)))).message).toEqual(before.message)
    expect(counts).toEqual(['1', '2'])
    expect(await second.interrupted()).toEqual([])
    // a new call of the same id, as some providers give it
    expect(textOf((await second.call(use(3, 't1'))).result)).toBe('counted 3')
    // and the same once more, in this process, is a call of its own
    expect((await second.call(use(3, 't1'))).ending).toBe('completed')
    expect(counts).toEqual(['1', '2', '3', '3'])
  })

  it('keeps folder, reads and grants for the next process [stages/session-continue]', async () => {
    ws.write('sub/a.txt', 'one')
    const first = open([], { allowedTools: ['Bash'] })
    await first.call({ id: 'a', name: 'Bash', input: { command: 'cd sub' } })
    await first.call({ id: 'b', name: 'Read', input: { file_path: 'a.txt' } })
    await first.close()
    const second = open([], { allowedTools: ['Bash', 'Edit'] })
    expect(textOf((await second.call({ id: 'c', name: 'Bash', input: { command: 'pwd' } })).result)).toBe(
      join(ws.project, 'sub'),
    )
    const edit = { file_path: 'a.txt', old_string: 'one', new_string: 'two' }
    expect((await second.call({ id: 'd', name: 'Edit', input: edit })).ending).toBe('completed')
  })

  it('is open in one process at a time', async () => {
    const first = open([])
    await first.call(use(1))
    const second = open([])
    await expect(second.interrupted()).rejects.toThrow(CallgateError)
    const { ending, result } = await second.call(use(2))
    expect(ending).toBe('faulted')
    expect(result.is_error).toBe(true)
    await second.close()
    expect((await first.call(use(3))).ending).toBe('completed')
  })

  it('whose records cannot be read answers no call, and says so', async () => {
    mkdirSync(join(ws.folder, 'state/sessions/s1/journal.jsonl'), { recursive: true })
    const gate = open([])
    await expect(gate.interrupted()).rejects.toMatchObject({ code: 'SESSION_UNREADABLE' })
    expect((await gate.call(use(1))).ending).toBe('faulted')
  })

  it('on a disk that refuses loses no result, and says so', async () => {
    const notices: string[] = []
    const session = join(ws.folder, 'state/sessions/s1')
    const gate = open([])
    await gate.interrupted()
    // what is written there finds no room
    symlinkSync('/dev/full', join(session, 'answers.jsonl'))
    const onEvent = (event: GateEvent) => {
      if (event.type === 'notice') notices.push(event.text)
    }
    for (const n of [1, 2]) {
      const { result, ending } = await gate.call(use(n), { onEvent })
      expect([ending, textOf(result)]).toEqual(['completed', `counted ${n}`])
    }
    expect(notices).toEqual([
      `What happens in this session cannot be written in ${session} (the disk is full). Calls go on and results are given all the same, but a restart will not know of them. Make room there or its rights right.`,
    ])
  })

  it('in a folder that is a file: what needs it says so, the others go on', async () => {
    writeFileSync(join(ws.folder, 'state'), '')
    const gate = ws.gate({ sessionId: 's1', allowedTools: ['Bash'] })
    const call = { id: 'b', name: 'Bash', input: { command: 'echo made > made' } }
    expect(textOf((await gate.call(call)).result)).toMatch(
      /^Not run: its output could not be kept in .*\(a part of the path is a file, not a folder\)/,
    )
    expect(existsSync(join(ws.project, 'made'))).toBe(false)
  })

  it('two sessions in one project do not meet', async () => {
    const counts: string[] = []
    const gates = ['x', 'y'].map((sessionId) => open(counts, { sessionId }))
    const answers = await Promise.all(gates.map((gate) => gate.results(message(use(1), use(2)))))
    expect(answers.map(({ message: { content } }) => content.length)).toEqual([2, 2])
    expect(counts.sort()).toEqual(['1', '1', '2', '2'])
  })

  it.each(['../x', '', 'a/b', '.hidden', 'x'.repeat(101)])('refuses the id %j', (sessionId) => {
    expect(() => open([], { sessionId })).toThrow(/session id/)
  })
})

describe('a damaged answer', () => {
  it('is told as lost, and its call is not run again', async () => {
    const counts: string[] = []
    const options = { tools: [counter(counts)], sessionId: 's1', journal: 'file' as const }
    const first = ws.gate(options)
    await first.call(use(1))
    await first.close()
    const answers = join(ws.folder, 'state/sessions/s1/answers.jsonl')
    writeFileSync(answers, readFileSync(answers, 'utf8').slice(0, 20))
    appendFileSync(answers, '')
    chmodSync(answers, 0o600)
    const second = ws.gate(options)
    expect(textOf((await second.call(use(1))).result)).toMatch(/answer is lost.*not run again/)
    expect(counts).toEqual(['1'])
  })
})
