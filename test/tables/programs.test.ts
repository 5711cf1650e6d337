import { describe, expect, it } from 'vitest'
import { callgateFacts } from './decide-command.js'
import { readHarmful } from './read-harmful.js'

/** Beyond the case files: the same families, other members. */
describe('programs, with no rule in the default mode', () => {
  it.each(readHarmful().map((row) => [row.id, row.command, row] as const))(
    '%s %s asks',
    async (_id, command, { why }) => {
      const { behavior, reason } = await callgateFacts(command, {})
      expect(behavior, `${why}: ${reason}`).not.toBe('allow')
    },
  )
})
