import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { remember } from '../../src/journal/remembered.js'
import { type CliWorkspace, createCliWorkspace } from '../cli/program.js'
import { textOf } from '../scenarios/workspace.js'

const kills = process.env.CALLGATE_LONG ? 300 : 20

let ws: CliWorkspace
beforeEach(() => {
  ws = createCliWorkspace()
})
afterEach(() => ws.remove())

interface Call {
  readonly id: string
  readonly effect: string
}

const provider = {
  'ids of their own': (m: number, c: number): Call => ({ id: `m${m}c${c}`, effect: `m${m}c${c}` }),
  // and each call is made twice in the session, as the very same one
  'ids that come again': (m: number, c: number): Call => ({ id: `call_${c}`, effect: `m${m % 4}c${c}` }),
}

const times = <T>(n: number, make: (index: number) => T) =>
  Array.from({ length: n }, (_, index) => make(index))
const countOf = (list: readonly string[], value: string) => list.filter((each) => each === value).length

describe('kill -9 at a random moment', () => {
  it.each(Object.entries(provider))(
    `${kills / 2} times, with %s: each call has one result, no effect happens twice, the journal reads clean`,
    { timeout: kills * 15_000 },
    async (_what, callOf) => {
      const calls = times(8, (m) => times(3, (c) => callOf(m, c)))
      const messages = calls.map((content) => ({
        role: 'assistant',
        content: content.map(({ id, effect }) => ({
          type: 'tool_use',
          id,
          name: 'Bash',
          // an effect that can be counted, and a little time to be killed in
          input: { command: `echo ${effect} >> effects; sleep 0.01; echo ${effect}` },
        })),
      }))
      const file = ws.write('s.jsonl', messages.map((each) => JSON.stringify(each)).join('\n'))
      for (let round = 0; round < kills / 2; round++) {
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
        const results = lines.flatMap(({ content }) => content as { tool_use_id: string; content: string }[])
        expect(results.map(({ tool_use_id }) => tool_use_id)).toEqual(calls.flat().map(({ id }) => id))

        const path = join(ws.project, 'effects')
        const effects = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
        const wanted = calls.flat().map(({ effect }) => effect)
        const texts = results.map(textOf)
        for (const effect of new Set(wanted)) {
          // a result that says it was done: it was; what was cut off may have been done once, and no more
          const done = countOf(texts, effect)
          const cutOff = texts.filter(
            (text, place) => wanted[place] === effect && text.startsWith('Interrupted'),
          ).length
          expect(done + cutOff, `round ${round}: ${effect}`).toBe(countOf(wanted, effect))
          expect(countOf(effects, effect), `round ${round}: ${effect}`).toBeGreaterThanOrEqual(done)
          expect(countOf(effects, effect), `round ${round}: ${effect}`).toBeLessThanOrEqual(done + cutOff)
        }
        const past = await remember(join(ws.folder, 'state/callgate/sessions', session))
        expect(past.calls.filter(({ ending, key }) => ending === undefined || key === undefined)).toEqual([])
        expect(past.damage.length, `round ${round}`).toBeLessThanOrEqual(1)
        expect(past.openings.at(-1)?.closed).toBe(true)
        rmSync(path, { force: true })
      }
    },
  )
})
