import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { callgateFacts } from './decide-command.js'

interface Row {
  /** `output-3`: the third of its section. */
  readonly id: string
  readonly command: string
  readonly why: string
}

/** Sections `# name: why`, then one command a line; `⏎` stands for a line feed. */
function readRows(file: string): readonly Row[] {
  const rows: Row[] = []
  let [name, why, count] = ['', '', 0]
  for (const line of readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')) {
    const header = /^# ([\w-]+): (.+)$/.exec(line)
    if (header) [name, why, count] = [header[1]!, header[2]!, 0]
    else if (line !== '') rows.push({ id: `${name}-${++count}`, command: line.replaceAll('⏎', '\n'), why })
  }
  return rows
}

/** Beyond the case files: the same families, other members. */
describe('programs, with no rule in the default mode', () => {
  it.each(readRows('harmful.txt').map((row) => [row.id, row.command, row] as const))(
    '%s %s asks',
    async (_id, command, { why }) => {
      const { behavior, reason } = await callgateFacts(command, {})
      expect(behavior, `${why}: ${reason}`).not.toBe('allow')
    },
  )
})
