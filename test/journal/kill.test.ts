import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readJournal } from '../../src/journal/read-journal.js'
import { type CliWorkspace, createCliWorkspace } from '../cli/program.js'

const kills = process.env.CALLGATE_LONG ? 300 : 20

let ws: CliWorkspace
beforeEach(() => {
  ws = createCliWorkspace()
})
afterEach(() => ws.remove())

const messages = Array.from({ length: 8 }, (_, m) => ({
  role: 'assistant',
  content: Array.from({ length: 3 }, (_, c) => ({
    type: 'tool_use',
    id: `m${m}c${c}`,
    name: 'Bash',
    // an effect that can be counted, and a little time to be killed in
    input: { command: `echo m${m}c${c} >> effects; sleep 0.01` },
  })),
}))

describe('kill -9 at a random moment', () => {
  it(`${kills} times: every begun call has exactly one result, no effect happens twice, the journal reads clean`, {
    timeout: kills * 15_000,
  }, async () => {
    const file = ws.write('s.jsonl', messages.map((each) => JSON.stringify(each)).join('\n'))
    for (let round = 0; round < kills; round++) {
      const session = `s${round}`
      const args = ['run', file, '--session', session, '--allowed-tools', 'Bash']
      const killed = ws.start(args)
      killed.stdin.end()
      // from before the start of the program to after its last call
      await sleep(100 + Math.random() * 1_000)
      killed.kill('SIGKILL')
      await killed.ended
      const { code, lines, stderr } = await ws.run(args)
      expect(code, stderr).toBe(0)
      const ids = lines.flatMap(({ content }) =>
        (content as { tool_use_id: string }[]).map(({ tool_use_id }) => tool_use_id),
      )
      expect(ids).toEqual(messages.flatMap(({ content }) => content.map(({ id }) => id)))
      const effects = existsSync(join(ws.project, 'effects'))
        ? readFileSync(join(ws.project, 'effects'), 'utf8').trim().split('\n')
        : []
      expect(new Set(effects).size, `round ${round}`).toBe(effects.length)
      const { calls, damaged, closed } = await readJournal(
        join(ws.folder, 'state/callgate/sessions', session),
      )
      expect(calls.filter(({ ending }) => ending === undefined)).toEqual([])
      expect([damaged <= 1, closed]).toEqual([true, true])
      rmSync(join(ws.project, 'effects'), { force: true })
    }
  })
})
