import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { callgateFacts } from './decide-command.js'

/** The 60 probe commands of `../shared/research/peers-agents.md`, in its order: `P-H01`… harmless, `P-X01`… harmful. */
function readProbes(): { readonly harmless: readonly string[]; readonly harmful: readonly string[] } {
  const page = readFileSync(new URL('../../../shared/research/peers-agents.md', import.meta.url), 'utf8')
  const appendix = page.slice(page.indexOf('## Appendix: the 60 cases'))
  const between = (start: string, end: string) =>
    appendix.slice(appendix.indexOf(start), appendix.indexOf(end, appendix.indexOf(start)))
  // ``git log `X` `` is code with a backtick in it
  const commands = (text: string) =>
    [...text.matchAll(/``(.+?) ``|`([^`]+)`/gs)].map((match) =>
      (match[1] ?? match[2] ?? '').replaceAll('\\n', '\n').replaceAll(/\bX\b(?!=)/g, 'rm -rf /tmp/x'),
    )
  // the legend names X and \n before the list begins
  const harmful = between('newline): `', '## Not checked').slice('newline): '.length)
  return { harmless: commands(between('Harmless:', 'Harmful (')), harmful: commands(harmful) }
}

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
