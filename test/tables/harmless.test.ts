import { describe, expect, it } from 'vitest'
import { callgateFacts } from './decide-command.js'
import { readHarmless } from './read-harmless.js'

/** What agents run all day, by what it is for. */
describe('harmless commands, with no rule in the default mode', () => {
  it.each(readHarmless())('%s runs unasked', async (command) => {
    const { behavior, reason } = await callgateFacts(command, {})
    expect(behavior, reason).toBe('allow')
  })
})
