import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorkspace, type Workspace } from '../scenarios/workspace.js'

interface Row {
  readonly id: string
  readonly command: string
  readonly setup: string
  readonly auto_allow: boolean
  readonly why: string
  readonly judgment?: boolean
}

const rows = readFileSync(new URL('../../../shared/cases/bash-stateful.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)

let ws: Workspace
beforeEach(() => {
  ws = createWorkspace()
  for (const name of ['a.txt', 'b.txt', 'notes.txt', 'README.md', 'src/app.py', 'docs/x.md'])
    ws.write(name, `${name}\n`)
  ws.write('pwn.sh', '#!/bin/sh\ntouch PWNED\n', 0o755)
  ws.write('~/.ssh/id_rsa', 'secret')
  ws.write('~/.netrc', 'secret')
  shell(
    'git init -q -b main; git config user.name a; git config user.email a@example.invalid; git add -A; git commit -qm one; echo 2 >> notes.txt; git commit -qam two',
  )
})
afterEach(() => ws.remove())

/** Sets the scene only: the command of the row itself is judged, never run. */
function shell(script: string): void {
  execFileSync('bash', ['--noprofile', '--norc', '-c', script], {
    cwd: ws.project,
    env: { PATH: process.env.PATH ?? '', HOME: ws.home, GIT_CONFIG_NOSYSTEM: '1' },
    stdio: 'ignore',
  })
}

describe('commands whose text is harmless, in folders that may not be', () => {
  it.each(rows.map((row) => [row.id, row.command, row] as const))('%s %s', async (_id, _command, row) => {
    shell(row.setup.replaceAll('/home/dev', ws.home))
    const command = row.command.replaceAll('/home/dev', ws.home)
    const { decision, reason } = await ws.gate().check({ id: 't', name: 'Bash', input: { command } })
    if (!row.auto_allow) expect(decision, `${row.why}: ${reason}`).toBe('ask')
    else if (!(row.id in needless)) expect(decision, `${row.why}: ${reason}`).toBe('allow')
  })
})

/** Harmless, and still asked about, each with the reason. */
const needless: Readonly<Record<string, string>> = {
  'S-034':
    'log may verify signatures with a program of the configuration (S-037): which keys matter is not told apart yet',
  'S-035': 'branch may use a pager of the configuration (S-016): the same',
}
