import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Callgate } from '../../src/pipeline/api.js'
import { createWorkspace, textOf, type Workspace } from '../scenarios/workspace.js'
import { count, countingTool, editLines, killedCopy, message, sessionFolder } from './killed-session.js'

let ws: Workspace
let ran: string[]
beforeEach(() => {
  ws = createWorkspace()
  ran = []
})
afterEach(() => ws.remove())

const open = (sessionId: string) => ws.gate({ tools: [countingTool(ran)], sessionId, journal: 'file' })
const texts = async (gate: Callgate, ...messages: ReturnType<typeof message>[]) => {
  const results: string[] = []
  for (const each of messages) {
    const { content } = (await gate.results(each)).message
    results.push(content.map((block) => textOf(block as { content: unknown })).join(' | '))
  }
  return results
}
const settled = async (done: () => boolean) => {
  while (!done()) await new Promise((resolve) => setImmediate(resolve))
}

describe('ids that come again', () => {
  const [first, second, third] = [
    message(count('call_0', 'a'), count('call_1', 'b')),
    message(count('call_0', 'b'), count('call_1', 'a')),
    message(count('call_0', 'a'), count('call_1', 'b')),
  ]

  it('answer the same messages again from memory, each call with its own answer', async () => {
    const before = await texts(open('s1'), first, second, third)
    killedCopy(ws, 's1', 's2')
    expect(await texts(open('s2'), first, second, third)).toEqual(before)
    expect(before[2]).toBe('counted a as 5 | counted b as 6')
    expect(ran).toHaveLength(6)
  })

  it('in the message that was cut off: what ran is known, what comes after is run', async () => {
    const gate = open('s1')
    const before = await texts(gate, first)
    void gate.run(message(count('call_0', 'c'), count('call_1', 'd', true)))
    await settled(() => ran.length === 4)
    killedCopy(ws, 's1', 's2')
    const again = await texts(
      open('s2'),
      message(count('call_0', 'c'), count('call_1', 'd', true)),
      message(count('call_0', 'a'), count('call_1', 'd')),
    )
    expect(before).toEqual(['counted a as 1 | counted b as 2'])
    expect(again[0]).toMatch(/^counted c as 3 \| Interrupted: .*in the middle/)
    expect(again[1]).toBe('counted a as 5 | counted d as 6')
  })

  it('after an end that lost nothing, a call that was made before is a new one', async () => {
    const gate = open('s1')
    await texts(gate, message(count('call_0', 'look')), message(count('call_0', 'test')))
    await gate.close()
    expect(await texts(open('s1'), message(count('call_0', 'test')))).toEqual(['counted test as 3'])
  })

  it('once a process has made a call of its own, what was used before is new', async () => {
    await texts(open('s1'), message(count('call_0', 'a')), message(count('call_0', 'b')))
    killedCopy(ws, 's1', 's2')
    const again = await texts(
      open('s2'),
      message(count('call_0', 'a')),
      message(count('call_0', 'new')),
      message(count('call_0', 'b')),
    )
    expect(again).toEqual(['counted a as 1', 'counted new as 3', 'counted b as 4'])
  })
})

describe('the very same call, several times in a session', () => {
  it('is known as often as it was made, in order, and then new', async () => {
    const same = message(count('t', 1))
    const before = await texts(open('s1'), same, same, same)
    expect(before).toEqual(['counted 1 as 1', 'counted 1 as 2', 'counted 1 as 3'])
    killedCopy(ws, 's1', 's2')
    expect(await texts(open('s2'), same, same, same, same)).toEqual([...before, 'counted 1 as 4'])
  })

  it('cut off the second time: the first answer, and the word that the second was cut off', async () => {
    const gate = open('s1')
    void gate.call(count('t', 1, true))
    void gate.call(count('t', 1, true))
    await settled(() => ran.length === 1)
    killedCopy(ws, 's1', 's2')
    const again = await texts(open('s2'), message(count('t', 1, true)), message(count('t', 1, true)))
    expect(again[0]).toMatch(/in the middle/)
    expect(again[1]).toMatch(/before this call was run/)
    expect(ran).toHaveLength(1)
  })
})

describe('a call that was cut off', () => {
  it('is named once, counts as settled, and is still known when it comes again', async () => {
    const gate = open('s1')
    void gate.call(count('t', 1, true))
    await settled(() => ran.length === 1)
    killedCopy(ws, 's1', 's2')
    const second = open('s2')
    expect(await second.interrupted()).toMatchObject([{ id: 't', name: 'Count', executing: true }])
    await second.close()
    const third = open('s2')
    expect(await third.interrupted()).toEqual([])
    expect((await texts(third, message(count('t', 1, true))))[0]).toMatch(/^Interrupted/)
    expect(ran).toHaveLength(1)
  })
})

describe('a session of before calls had numbers', () => {
  it('is read as well as it can be: in the order of its lines', async () => {
    const before = await texts(
      open('s1'),
      message(count('t', 1)),
      message(count('t', 1)),
      message(count('u', 2)),
    )
    const folder = killedCopy(ws, 's1', 's2')
    for (const file of ['journal.jsonl', 'answers.jsonl']) {
      editLines(join(folder, file), (line) => {
        const { call: _, format: __, ...old } = JSON.parse(line)
        return JSON.stringify(old)
      })
    }
    const again = await texts(
      open('s2'),
      message(count('t', 1)),
      message(count('t', 1)),
      message(count('u', 2)),
      message(count('u', 2)),
    )
    expect(again).toEqual([...before, 'counted 2 as 4'])
  })

  it('of a format that is yet to come is not guessed at', async () => {
    await texts(open('s1'), message(count('t', 1)))
    const folder = killedCopy(ws, 's1', 's2')
    editLines(join(folder, 'journal.jsonl'), (line) => line.replace('"format":2', '"format":3'))
    await expect(open('s2').interrupted()).rejects.toThrow(/newer version of Callgate/)
  })
})

describe('a damaged journal', () => {
  const cut = (event: string, at: number | string) => (line: string) => {
    if (!line.includes(`"event":"${event}"`)) return line
    return line.slice(0, typeof at === 'number' ? at : line.indexOf(at) + at.length)
  }
  const bad = (event: string) => (line: string) => (line.includes(`"event":"${event}"`) ? '\x00\xff{' : line)

  it.each([
    ['begun, cut after its key', cut('begun', 110)],
    ['begun, cut after its id', cut('begun', '"toolUseId":"t"')],
    ['begun, cut in its beginning', cut('begun', 5)],
    ['begun, gone bad', bad('begun')],
    ['begun, taken away', (line: string) => (line.includes('"begun"') ? undefined : line)],
    ['executing, gone bad', bad('executing')],
    ['answered, gone bad', bad('answered')],
    ['opened, gone bad', bad('opened')],
    ['begun and executing, gone bad', (line: string) => bad('begun')(bad('executing')(line))],
    ['everything but opened, gone bad', (line: string) => (line.includes('"opened"') ? line : 'x')],
  ])('%s: the answered call gets its answer, and is not run again', async (_what, change) => {
    const before = await texts(open('s1'), message(count('t', 1)), message(count('u', 2)))
    editLines(join(killedCopy(ws, 's1', 's2'), 'journal.jsonl'), change)
    expect(await texts(open('s2'), message(count('t', 1)), message(count('u', 2)))).toEqual(before)
    expect(ran).toEqual(['1', '2'])
  })

  it.each([
    ['begun, cut after its key', cut('begun', 110), /may have done a part/],
    [
      'begun, cut after its id',
      cut('begun', '"toolUseId":"t"'),
      /may have done a part|may have been this one/,
    ],
    ['executing, gone bad', bad('executing'), /may have done a part/],
    [
      'begun and executing, gone bad',
      (line: string) => bad('begun')(bad('executing')(line)),
      /may have been this one/,
    ],
    [
      'all of its lines, gone bad',
      (line: string) => (line.includes('"opened"') ? line : 'x'),
      /may have been this one/,
    ],
  ])('%s: the call that was cut off is not run again', async (_what, change, text) => {
    const gate = open('s1')
    void gate.call(count('t', 1, true))
    await settled(() => ran.length === 1)
    editLines(join(killedCopy(ws, 's1', 's2'), 'journal.jsonl'), change)
    const second = open('s2')
    expect((await texts(second, message(count('t', 1, true))))[0]).toMatch(text)
    // a line of which nothing can be read may stand for one call more: at most one is asked about, then all goes on
    const after = await texts(second, message(count('u', 2)), message(count('v', 3)))
    expect(after[0]).toMatch(/^counted 2|may have been this one/)
    expect(after[1]).toMatch(/^counted 3/)
    expect(ran.filter((n) => n === '1')).toHaveLength(1)
  })

  it('is told of with file and line, once', async () => {
    await texts(open('s1'), message(count('t', 1)))
    const folder = killedCopy(ws, 's1', 's2')
    const line = readFileSync(join(folder, 'journal.jsonl'), 'utf8').split('\n').length
    appendFileSync(join(folder, 'journal.jsonl'), '{"call":1,"event":"stageEn')
    appendFileSync(join(folder, 'answers.jsonl'), 'half')
    const notices = async () => {
      const gate = open('s2')
      const found: string[] = []
      await gate.call(count('v', 3), {
        onEvent: (event) => void (event.type === 'notice' && found.push(event.text)),
      })
      await gate.close()
      return found.join('\n')
    }
    const first = await notices()
    expect(first).toContain(`${sessionFolder(ws, 's2')}/journal.jsonl:${line} is damaged`)
    expect(first).toContain(`${sessionFolder(ws, 's2')}/answers.jsonl:2 is damaged`)
    expect(await notices()).toBe('')
  })

  it('with a number that went bad does not become endless', async () => {
    await texts(open('s1'), message(count('t', 1)))
    const folder = killedCopy(ws, 's1', 's2')
    appendFileSync(
      join(folder, 'journal.jsonl'),
      '{"call":999999999999999,"event":"given","toolUseId":"t"}\n',
    )
    expect(await texts(open('s2'), message(count('t', 1)))).toEqual(['counted 1 as 1'])
  })

  it('and answers that are none at all lose no call', async () => {
    await texts(open('s1'), message(count('t', 1)))
    writeFileSync(
      join(killedCopy(ws, 's1', 's2'), 'answers.jsonl'),
      '{}\n[]\nnull\n{"key":"x","result":{}}\n',
    )
    expect((await texts(open('s2'), message(count('t', 1))))[0]).toMatch(/answer is lost/)
    expect(ran).toEqual(['1'])
  })
})
