import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { knownPrograms } from '../../src/shell/judge-program.js'
import { gitForms, neverReading, onlyReads, optionForms, programForms } from './forms.js'
import { createScratch, type Run, type Scratch, whyNoSandbox } from './sandbox.js'
import { tableCommands } from './table-commands.js'
import { confirm, confirmGroups, type Fault, type Report } from './watch.js'

const missing = whyNoSandbox()
if (missing !== undefined) console.info(`Nothing is confirmed here. ${missing}`)

/** Where nothing may be skipped, what is missing fails instead. */
const isSkipped = missing !== undefined && !process.env.CALLGATE_SKIP_NOTHING

/** How long all options may take on a busy machine. */
const long = 300_000

describe('the forms to confirm', () => {
  it('are one of each program and of each sub-command of git that is known to read', () => {
    expect([...programForms, ...gitForms].filter((form) => !onlyReads(form))).toEqual([])
  })

  it('leave out only programs that there are', () => {
    expect(neverReading.filter((name) => !knownPrograms.includes(name))).toEqual([])
  })
})

describe.skipIf(isSkipped)('in a watched sandbox', () => {
  let scratch: Scratch
  beforeAll(() => {
    if (missing !== undefined) throw new Error(missing)
    scratch = createScratch()
  })
  afterAll(() => scratch?.remove())

  it.each([
    ['touch new', /made home\/dev\/proj\/new/, 'a file is new'],
    ['rm a.txt', /removed home\/dev\/proj\/a\.txt/, 'one is gone'],
    ['echo x >> a.txt', /changed home\/dev\/proj\/a\.txt/, 'one is other'],
    ['chmod 600 a.txt', /changed home\/dev\/proj\/a\.txt/, 'its mode is other'],
    ['touch -m -d 2020-01-01 a.txt', /changed home\/dev\/proj\/a\.txt/, 'its time is other'],
    ['git add untracked.txt', /changed home\/dev\/proj\/\.git\/index/, 'the index has another entry'],
    ['touch ~/x', /made home\/dev\/x/, 'at home'],
    ['touch /tmp/x', /made tmp\/x/, 'in /tmp'],
    ['touch x; rm x', /unlinkat x/, 'what was there in between'],
    ['touch /etc/x', /openat \/etc\/x/, 'an attempt that the sandbox refuses'],
    ['awk \'BEGIN { system("id") }\'', /started \/bin\/sh/, 'a shell'],
    ['find . -maxdepth 0 -exec ./pwn.sh \\;', /started \S*touch/, 'a program of a program'],
    [': < /dev/tcp/127.0.0.1/9', /connect 127\.0\.0\.1/, 'a connection'],
  ])('%s is a fault: %$', async (command, fault) => {
    const { faults } = await confirm([command, 'ls'], scratch)
    expect(told(faults).join('\n')).toMatch(fault)
    expect(faults.filter((each) => each.command !== command)).toEqual([])
  })

  it('tells what waits, and what is not there', async () => {
    const { runs, unconfirmed } = await confirm(['tail -f a.txt', 'no-such-program', 'ls'], scratch)
    const codes = new Map(runs.map(({ command, code }) => [command, code]))
    expect(codes).toEqual(
      new Map([
        ['tail -f a.txt', undefined],
        ['ls', 0],
      ]),
    )
    expect(unconfirmed).toEqual(['no-such-program'])
  })

  it(
    'the commands of the tables that run unasked change nothing and start nothing unforeseen',
    async () => {
      const report = await confirm(tableCommands(), scratch)
      tell('tables', report)
      expect(told(report.faults)).toEqual([])
    },
    long,
  )

  it(
    'so do one form of each program and of each sub-command of git, and these forms are right',
    async () => {
      const report = await confirm([...programForms, ...gitForms], scratch)
      tell('programs', report)
      expect(told(report.faults)).toEqual([])
      const failed = report.runs.filter(({ command, code }) => code !== 0 && !(command in endOtherwise))
      expect(failed.map(({ command, code, errors }) => `${command}: ${code} ${errors}`)).toEqual([])
    },
    long,
  )

  it(
    'so does each of them with each option that the tables let through',
    async () => {
      const report = await confirmGroups(optionForms().flatMap(inTwenties), scratch)
      tell('options', report)
      expect(told(report.faults)).toEqual([])
    },
    long,
  )
})

/** Forms whose code may be other than 0, with the reason. */
const endOtherwise: Readonly<Record<string, string>> = {
  'man ls': 'a small machine has no pages',
  'info ls': 'the same',
  lsblk: 'a container may see no disks',
  'diff a.txt b.txt': 'they differ',
  return: 'outside a function; a line with a function is never read-only',
  'sh --version': 'dash knows no such option',
}

const told = (faults: readonly Fault[]) => faults.map(({ command, what }) => `${command}: ${what}`)

const inTwenties = (all: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(all.length / 20) }, (_, i) => all.slice(i * 20, i * 20 + 20))

/** What the figures are worth: what is not installed, or ended with an error, proves less. */
function tell(what: string, { runs, unconfirmed }: Report): void {
  const isOver = ({ code }: Run): boolean => code !== undefined
  const commandsIn = ({ command }: Run) => command.split(' || failed=').length - 1 || 1
  const commands = runs.reduce((sum, run) => sum + commandsIn(run), 0)
  const failures = runs.filter(isOver).reduce((sum, run) => sum + Math.min(run.code!, commandsIn(run)), 0)
  const waiting = runs.filter((run) => !isOver(run)).map(({ command }) => command)
  const absent = new Set(unconfirmed.map((command) => command.split(' ')[0]))
  console.info(
    [
      `${what}: ${commands} commands were run; of them ${failures} ended with a code other than 0.`,
      `Waited until they were ended: ${waiting.join(', ') || 'none'}.`,
      `Unconfirmed, for want of a program: ${unconfirmed.length}, of ${[...absent].join(' ') || 'none'}.`,
    ].join('\n'),
  )
}
