import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { alive } from '../scenarios/alive.js'
import { createWorkspace, type Workspace } from '../scenarios/workspace.js'

const main = new URL('../../dist/cli/main.js', import.meta.url).pathname

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['-V'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The program under tmux: a real terminal device, with real signals. */
describe.skipIf(!isInstalled('tmux'))('in a real terminal', () => {
  let ws: Workspace
  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-S', `${ws.folder}/tmux`, '-f', '/dev/null', ...args], {
      encoding: 'utf8',
      env: { ...process.env, HOME: ws.home, XDG_STATE_HOME: `${ws.folder}/state`, TMUX: '' },
    })
  const screen = () => tmux('capture-pane', '-p', '-J').trimEnd()
  const type = (...keys: string[]) => tmux('send-keys', ...keys)
  const shown = async (pattern: RegExp) => {
    while (!pattern.test(screen())) await sleep(50)
  }
  const start = async (columns: number, command: string, options: string) => {
    const content = [{ type: 'tool_use', id: 't', name: 'Bash', input: { command } }]
    ws.write('message.json', JSON.stringify({ role: 'assistant', content }))
    tmux('new-session', '-d', '-x', String(columns), '-y', '50', '-c', ws.project, 'sh')
    await shown(/[$#]/)
    type('-l', `clear; ${process.execPath} ${main} run message.json ${options}; echo code $?`)
    type('Enter')
  }
  const echoes = async () => {
    type('stty -a | tr " " "\\n" | grep -x -e -echo -e echo', 'Enter')
    await shown(/^-?echo$/m)
    return /^echo$/m.test(screen())
  }

  beforeEach(() => {
    ws = createWorkspace()
  })
  afterEach(async () => {
    tmux('kill-server')
    await ws.remove()
  })

  it('keys typed while calls run are not shown, and are the shell’s afterwards', async () => {
    await start(80, 'sleep 1.5; echo the end', '')
    await shown(/execution/)
    type('echo typed ahead', 'Enter')
    await sleep(300)
    expect(screen()).not.toContain('typed')
    await shown(/typed ahead$/m)
    expect(screen()).toContain('✓ Bash')
    expect(await echoes()).toBe(true)
  })

  it.each([80, 30])('in %i columns Ctrl-C ends the calls, and gives the terminal back', async (columns) => {
    await start(columns, 'sleep 600', '')
    await shown(/execution/)
    type('C-c')
    await shown(/code \d/)
    expect(screen()).toMatch(/code 130/)
    expect(screen()).toContain('1 cancelled')
    expect(await echoes()).toBe(true)
  })

  it('Ctrl-C while it asks ends the calls, and gives the terminal back', async () => {
    await start(30, 'mkdir x', '')
    await shown(/Allow this call/)
    await sleep(500)
    type('C-c')
    await shown(/code \d/)
    expect(existsSync(join(ws.project, 'x'))).toBe(false)
    expect(await echoes()).toBe(true)
  })

  it('a second Ctrl-C ends the program, and nothing is left running', async () => {
    await start(80, `trap '' TERM INT; echo begun; while :; do sleep 77.31; done`, '--allowed-tools Bash')
    await shown(/│ begun/)
    type('C-c')
    await sleep(300)
    type('C-c')
    await shown(/code 130/)
    expect(alive('sleep 77.31')).toBe(false)
    expect(await echoes()).toBe(true)
  })
})
