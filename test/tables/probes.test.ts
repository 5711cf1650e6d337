import { describe, expect, it } from 'vitest'
import { callgateFacts } from './decide-command.js'
import { readProbes } from './read-probes.js'

const { harmless, harmful } = readProbes()
const named = (letter: string, commands: readonly string[]) =>
  commands.map((command, i) => [`P-${letter}${String(i + 1).padStart(2, '0')}`, command] as const)

describe('the probes that other agents were measured with', () => {
  it('are sixty', () => expect([harmless.length, harmful.length]).toEqual([12, 48]))

  it.each(named('H', harmless))('%s %s runs unasked', async (_id, command) => {
    const { behavior, reason } = await callgateFacts(command, {})
    expect(behavior, reason).toBe('allow')
  })

  it.each(named('X', harmful))('%s %s asks', async (_id, command) => {
    expect((await callgateFacts(command, {})).behavior).toBe('ask')
  })

  // what peers suggest after one yes: the rule that let harmful ones through elsewhere
  it.each(named('X', harmful))(
    '%s %s is not let through by rules for harmless programs',
    async (_id, command) => {
      const allow = ['Bash(git log *)', 'Bash(git status *)', 'Bash(echo *)', 'Bash(cat *)', 'Bash(find *)']
      const { behavior, reason } = await callgateFacts(command, { allow })
      expect(behavior, reason).toBe('ask')
    },
  )
})
