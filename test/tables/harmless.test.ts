import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { callgateFacts } from './decide-command.js'

const rows = readFileSync(new URL('harmless.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !/^# [\w-]+: /.test(line))

/** What agents run all day, by what it is for; `⏎` stands for a line feed. */
describe('harmless commands, with no rule in the default mode', () => {
  it.each(rows)('%s runs unasked', async (row) => {
    const { behavior, reason } = await callgateFacts(row.replaceAll('⏎', '\n'), {})
    expect(behavior, reason).toBe('allow')
  })
})
