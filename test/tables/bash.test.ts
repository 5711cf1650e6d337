import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { callgateFacts, type GivenCommand } from './decide-command.js'

interface Row {
  readonly id: string
  readonly command: string
  readonly auto_allow: boolean
  readonly class: string
  readonly why: string
  readonly judgment?: boolean
  readonly destructive_warning?: boolean
  readonly setup?: string
  readonly shell?: string
  readonly nested?: readonly string[]
}

const read = <T>(name: string): T[] =>
  readFileSync(new URL(`../../../shared/cases/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

const decide = (command: string, given: GivenCommand = {}) => callgateFacts(command, given)

/** Rows whose `setup` changes what the disk says are asserted where a real disk is: test/tables/stateful.test.ts. */
const rows = read<Row>('bash.jsonl').filter(({ setup, shell }) => setup === undefined && shell !== 'zsh')

describe('shell commands with no rule, in the default mode', () => {
  const harmful = rows.filter(({ auto_allow, judgment }) => !auto_allow && !judgment)
  it.each(harmful.map((row) => [row.id, row] as const))('%s asks', async (_id, { command, why }) => {
    const { behavior } = await decide(command)
    expect(behavior, `${command} – ${why}`).not.toBe('allow')
  })

  it('asks for none of the judged rows that others run unasked, but for few', async () => {
    const judged = rows.filter(({ auto_allow, judgment }) => !auto_allow && judgment)
    const run: string[] = []
    for (const { id, command } of judged) if ((await decide(command)).behavior === 'allow') run.push(id)
    expect(run).toEqual(judgedAsHarmless)
  })

  it('asks needlessly for the listed ones only', async () => {
    const asked: string[] = []
    for (const { id, command } of rows.filter(({ auto_allow }) => auto_allow)) {
      if ((await decide(command)).behavior !== 'allow') asked.push(id)
    }
    expect(asked).toEqual(needless)
  })
})

/** `judgment: true` and auto_allow false in the table: products differ. We run these unasked. */
const judgedAsHarmless: readonly string[] = [
  'B-0092', // git -C src: the configuration there was looked at
  'B-0243', // quotes inside $'…' are read as bash reads them
  'B-0417', // a cd into the same repository (rulings)
  'B-1961', // file -z
  'B-2221', // printf '%d' evaluates nothing in bash 5.2
]

/** Harmless, and still asked about; all but B-1034 and B-2211 are matters of judgment by the table itself. */
const needless: readonly string[] = [
  'B-0008',
  'B-0353',
  'B-0378',
  'B-0566',
  'B-0591',
  'B-0621',
  'B-0768',
  'B-1034',
  'B-1207',
  'B-1290',
  'B-1509',
  'B-2121',
  'B-2184',
  'B-2211',
]

describe('warnings', () => {
  const warned = rows.filter(({ destructive_warning }) => destructive_warning)
  it('are given for nearly all commands that destroy something', async () => {
    const silent: string[] = []
    for (const { id, command } of warned)
      if ((await decide(command)).destructive === undefined) silent.push(id)
    expect(silent).toEqual(unwarned)
  })
})

/** Files emptied or planted by a redirection or a copy, and what an interpreter does: the reason says what is written. */
const unwarned: readonly string[] = [
  'B-0155',
  'B-0242',
  'B-0415',
  'B-0517',
  'B-0544',
  'B-0752',
  'B-1026',
  'B-1037',
  'B-1358',
  'B-1383',
  'B-1527',
  'B-1708',
  'B-1800',
  'B-1996',
]

interface RuleRow {
  readonly id: string
  readonly rule: string
  readonly command: string
  readonly behavior: 'allow' | 'deny' | 'ask'
  readonly match: boolean
  readonly why: string
  readonly judgment?: boolean
}

describe('one rule against one command', () => {
  const rules = read<RuleRow>('bash-rules.jsonl')
  it.each(rules.filter(({ id }) => !(id in differs)).map((row) => [row.id, row] as const))(
    '%s',
    async (_id, { rule, command, behavior, match, why }) => {
      const { decidedBy } = await decide(command, { [behavior]: [rule] })
      const byRule = decidedBy.type === 'rule' && decidedBy.rule.text === rule
      // what the tool itself allows needs no rule: only a rule that counts too much is wrong
      if (behavior === 'allow' && !byRule && match) expect(decidedBy.type, `${command} – ${why}`).toBe('tool')
      else expect(byRule, `${rule} ${behavior} ${command} – ${why}`).toBe(match)
    },
  )
})

/** Rows that we answer otherwise, each with the reason. */
const differs: Readonly<Record<string, string>> = {
  'R-001': 'an empty command does not pass the schema',
  'R-051': 'the inner command only reads, so it needs no rule',
  'R-059': 'the inner command only reads, so it needs no rule',
  'R-085': 'the inner command only reads, so it needs no rule',
  'R-162': 'an alias: not understood, so it asks',
  'R-167': 'a variable as the program: not understood, so it asks',
}

describe('rows that differ', () => {
  it.each(
    read<RuleRow>('bash-rules.jsonl')
      .filter(({ id, behavior }) => id in differs && behavior !== 'allow')
      .map((row) => [row.id, row] as const),
  )('%s asks at least', async (_id, { rule, command, behavior }) => {
    expect((await decide(command, { allow: ['Bash'], [behavior]: [rule] })).behavior).toBe('ask')
  })
})
