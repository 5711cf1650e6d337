import { Readable } from 'node:stream'
import pc from 'picocolors'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Host } from '../../src/cli/host.js'
import { LiveScreen } from '../../src/cli/live-screen.js'
import { LiveView } from '../../src/cli/live-view.js'
import { run } from '../../src/cli/run.js'
import type { GateEvent } from '../../src/pipeline/events.js'
import { createWorkspace, type Workspace } from '../scenarios/workspace.js'
import { createScreen, type FakeScreen } from './screen.js'

let ws: Workspace
beforeEach(() => {
  ws = createWorkspace()
})
afterEach(() => ws.remove())

const hostOf = ({ output }: FakeScreen, color = true): Host => ({
  stdin: Readable.from([]),
  stdout: output,
  stderr: output,
  cwd: ws.project,
  color,
  cursor: true,
  openGate: async (options) => ws.gate({ ...options, allowedTools: ['Bash'] }),
})

const bash = (id: string, command: string) => ({ type: 'tool_use', id, name: 'Bash', input: { command } })

/** Fifty messages of four calls: what agents do, and what spoils screens. */
function writeSession(): string {
  ws.write('notes.txt', '日本語のテキスト 👨‍👩‍👧 ❤️ '.repeat(30))
  const messages = Array.from({ length: 50 }, (_, round) => ({
    role: 'assistant',
    content: [
      { type: 'tool_use', id: `r${round}`, name: 'Read', input: { file_path: 'notes.txt' } },
      bash(`p${round}`, "for i in 1 2 3; do printf '%s%% 進捗\\r' $i; done"),
      bash(`w${round}`, `echo ${round} > made; printf '\\033[31m%0300d\\033[0m\\n' ${round}; seq 30`),
      { type: 'tool_use', id: `u${round}`, name: 'NotThere', input: { text: 'x'.repeat(300) } },
    ],
  }))
  return ws.write('session.jsonl', messages.map((message) => `${JSON.stringify(message)}\n`).join(''))
}

describe('the live view', () => {
  it.each([24, 30, 40, 80, 200])(
    'in %i columns replays 200 calls and leaves nothing torn',
    async (columns) => {
      const screen = createScreen(columns)
      expect(await run(writeSession(), {}, hostOf(screen))).toBe(0)
      const lines = await screen.lines()
      const heads = (mark: string) => lines.filter((line) => line.startsWith(`${mark} `)).length
      expect([heads('✓'), heads('✗')]).toEqual([150, 50])
      expect(lines.filter((line) => /^[◐◓◑◒]/.test(line))).toEqual([])
      expect(lines.filter((line) => line.startsWith('── message '))).toHaveLength(50)
      const end = lines.lastIndexOf('')
      expect(lines.slice(end).join('')).toContain('50 messages, 200 calls: 150 completed, 50 invalid')
      // only the closing lines may be folded by the terminal
      expect(await screen.folded()).toBeLessThan(Math.ceil(400 / columns))
    },
  )

  it('is plain text without colours where none are wanted', async () => {
    const written: string[] = []
    const screen = createScreen(80)
    const output = Object.assign(screen.output, {
      write: (text: string) => written.push(text) > 0,
    })
    await run(writeSession(), {}, hostOf({ ...screen, output }, false))
    expect(written.join('')).not.toMatch(/\u001b\[[0-9;]*m/)
  })

  const progress = (id: string, text: string): GateEvent => ({
    type: 'progress',
    id,
    progress: { kind: 'output', text },
  })

  it('that becomes narrower while it is drawn leaves nothing behind', async () => {
    const screen = createScreen(80)
    const live = new LiveScreen(screen.output)
    live.print(['before'])
    live.setRegion(['a'.repeat(70), 'b'.repeat(79), 'c'])
    await screen.resize(30)
    live.setRegion(['a', 'b'])
    live.print(['after'])
    expect(await screen.lines()).toEqual(['before', 'after', 'a', 'b'])
  })

  it('says that a call waits for its turn, and shows the last state of a bar', async () => {
    const screen = createScreen(60)
    const live = new LiveScreen(screen.output)
    const view = new LiveView(live, pc.createColors(false), ws.project, () => 0)
    const call = (id: string, index: number): GateEvent => ({
      type: 'call',
      id,
      name: 'Bash',
      input: { command: id },
      index,
    })
    const events: GateEvent[] = [
      call('first', 0),
      { type: 'stageStarted', id: 'first', stage: 'execution' },
      call('second', 1),
      { type: 'stageStarted', id: 'second', stage: 'validation' },
      { type: 'waiting', id: 'second' },
      progress('first', '10%\r20%\r'),
    ]
    for (const event of events) view.onEvent(event)
    await new Promise((resolve) => setTimeout(resolve, 150))
    const lines = await screen.lines()
    view.close()
    expect(lines).toEqual([
      expect.stringMatching(/^◐ Bash {2}first +execution 0 ms$/),
      '  │ 20%',
      expect.stringMatching(/^◐ Bash {2}second +waiting 0 ms$/),
    ])
    expect(await screen.lines()).toEqual([])
  })
})
