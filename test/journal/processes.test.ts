import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startOf } from '../../src/process/process-identity.js'
import { type CliWorkspace, createCliWorkspace } from '../cli/program.js'
import { alive } from '../scenarios/alive.js'
import { textOf } from '../scenarios/workspace.js'
import { editLines } from './killed-session.js'

let ws: CliWorkspace
beforeEach(() => {
  ws = createCliWorkspace()
})
afterEach(() => ws.remove())

const bash = (id: string, command: string, more: object = {}) => ({
  type: 'tool_use',
  id,
  name: 'Bash',
  input: { command, ...more },
})
const message = (...content: object[]) => JSON.stringify({ role: 'assistant', content })
const until = async (done: () => boolean) => {
  while (!done()) await sleep(10)
}
const folderOf = (session: string) => join(ws.folder, 'state/callgate/sessions', session)
const journalOf = (session: string) => join(folderOf(session), 'journal.jsonl')
const resultsOf = (lines: readonly Record<string, unknown>[]) =>
  lines.flatMap(({ content }) => (content as { content: unknown }[]).map(textOf))

describe('several processes and one session', () => {
  it('that open it at once: one runs the calls, the others say who has it, and end with 6', async () => {
    const file = ws.write('m.json', message(bash('a', 'echo ran >> effects; sleep 1')))
    const args = ['run', file, '--session', 's', '--allowed-tools', 'Bash']
    const ended = await Promise.all(Array.from({ length: 6 }, () => ws.run(args)))
    expect(readFileSync(join(ws.project, 'effects'), 'utf8')).toBe('ran\n')
    const refused = ended.filter(({ code }) => code !== 0)
    expect(refused.length).toBeGreaterThan(0)
    for (const { code, stdout, stderr } of refused) {
      expect([code, stdout]).toEqual([6, ''])
      expect(stderr).toMatch(
        /^callgate: The session s is open in process \d+, since 2\d{3}-.*Wait until that ends/,
      )
    }
  })

  it('of which one was killed: the next has it at once', async () => {
    const killed = ws.start(['run', '-', '--session', 's', '--allowed-tools', 'Bash'])
    killed.stdin.write(`${message(bash('a', 'echo one'))}\n`)
    await until(
      () => existsSync(journalOf('s')) && readFileSync(journalOf('s'), 'utf8').includes('"answered"'),
    )
    expect((await ws.run(['run', '-', '--session', 's'], message(bash('b', 'echo two')))).code).toBe(6)
    killed.kill('SIGKILL')
    await killed.ended
    const next = await ws.run(
      ['run', '-', '--session', 's'],
      message(bash('a', 'echo one'), bash('b', 'echo two')),
    )
    expect(resultsOf(next.lines)).toEqual(['one', 'two'])
  })

  it('fighting for a lock whose holders are killed again and again: never two at a time', async () => {
    const program = `
      import { lockSession } from ${JSON.stringify(new URL('../../dist/journal/session-lock.js', import.meta.url).href)}
      import { openSync, unlinkSync, appendFileSync, readFileSync, writeFileSync } from 'node:fs'
      const [folder, rounds] = process.argv.slice(1)
      // one that was killed may wait for its parent to notice
      const lives = (pid) => {
        try { return !readFileSync('/proc/' + pid + '/stat', 'utf8').includes(') Z ') } catch { return false }
      }
      for (let done = 0; done < Number(rounds);) {
        const lock = lockSession(folder)
        if ('pid' in lock) continue
        done++
        const inside = folder + '/inside'
        let before = ''
        try { before = readFileSync(inside, 'utf8') } catch {}
        // one that was killed in here left its number
        if (before !== '' && before !== 'free' && lives(before)) appendFileSync(folder + '/both', before + ' ')
        writeFileSync(inside, String(process.pid))
        for (let i = 0; i < 20; i++) if (readFileSync(inside, 'utf8') !== String(process.pid)) appendFileSync(folder + '/both', 'seen ')
        if (Math.random() < 0.1) process.kill(process.pid, 'SIGKILL')
        writeFileSync(inside, 'free')
        lock.release()
      }`
    const folder = join(ws.folder, 'locks')
    mkdirSync(folder)
    const fighters = Array.from({ length: 12 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', program, folder, '60'], { stdio: 'inherit' }),
    )
    await Promise.all(fighters.map((each) => new Promise((resolve) => each.once('exit', resolve))))
    expect(existsSync(join(folder, 'inside'))).toBe(true)
    expect(existsSync(join(folder, 'both')) ? readFileSync(join(folder, 'both'), 'utf8') : '').toBe('')
  })

  it('a number that is another process now holds nothing', async () => {
    mkdirSync(folderOf('s'), { recursive: true })
    symlinkSync(`${process.pid} ${startOf(process.pid).replace(/\d+$/, '1')}`, join(folderOf('s'), 'lock.7'))
    expect((await ws.run(['run', '-', '--session', 's'], message(bash('a', 'echo one')))).code).toBe(0)
  })
})

// unlike anything else that runs here
let mark = 0
const secondsOf = () => `3${process.pid}.${++mark}`

async function killWhileRunning(session: string, command: string, more: object, ready: () => boolean) {
  const args = ['run', '-', '--session', session, '--allowed-tools', 'Bash']
  const running = ws.start(args)
  running.stdin.write(`${message(bash('a', command, more))}\n`)
  await until(ready)
  running.kill('SIGKILL')
  await running.ended
  return () => ws.run(args, message(bash('a', command, more)))
}

describe('a command that outlived a killed program', () => {
  it('is ended by the next start of the session, and the result says so', async () => {
    const seconds = secondsOf()
    const command = `sleep ${seconds} & sleep ${seconds}`
    const again = await killWhileRunning('s', command, {}, () => alive(`sleep ${seconds}`))
    expect(alive(`sleep ${seconds}`)).toBe(true)
    const { lines, stderr } = await again()
    expect(alive(`sleep ${seconds}`)).toBe(false)
    expect(resultsOf(lines)[0]).toMatch(/Its command \(process \d+\) was still running, and was ended now/)
    expect(stderr).toMatch(/was running, and may have done a part of its work.*was ended/)
  })

  it('also where the program was killed before it could note the number', async () => {
    const seconds = secondsOf()
    const again = await killWhileRunning('s', `sleep ${seconds} & sleep ${seconds}`, {}, () =>
      alive(`sleep ${seconds}`),
    )
    const kept = readFileSync(journalOf('s'), 'utf8')
      .split('\n')
      .filter((line) => !/"event":"process".*"pid"/.test(line))
    writeFileSync(journalOf('s'), kept.join('\n'))
    expect(kept.filter((line) => line.includes('"process"'))).toHaveLength(1)
    const { lines } = await again()
    expect(alive(`sleep ${seconds}`)).toBe(false)
    expect(resultsOf(lines)[0]).toMatch(/Its command \(process \d+\) was still running, and was ended now/)
  })

  it('also where its shell had ended before', async () => {
    const seconds = secondsOf()
    const again = await killWhileRunning(
      's',
      `sleep ${seconds} & echo left`,
      {},
      () => existsSync(journalOf('s')) && readFileSync(journalOf('s'), 'utf8').includes('"answered"'),
    )
    expect(alive(`sleep ${seconds}`)).toBe(true)
    const { lines, stderr } = await again()
    expect(stderr).toMatch(/Process \d+, which Bash \(a\) .* had outlived it and was ended now/)
    expect(alive(`sleep ${seconds}`)).toBe(false)
    expect(resultsOf(lines)[0]).toMatch(/^left/)
    expect(stderr).toMatch(/Process \d+, which Bash \(a\) .* had outlived it and was ended now/)
  })

  it('and a background task too', async () => {
    const seconds = secondsOf()
    const again = await killWhileRunning(
      's',
      `sleep ${seconds}`,
      { run_in_background: true },
      () => existsSync(journalOf('s')) && readFileSync(journalOf('s'), 'utf8').includes('"answered"'),
    )
    expect(alive(`sleep ${seconds}`)).toBe(true)
    await again()
    expect(alive(`sleep ${seconds}`)).toBe(false)
  })

  it('that ended by itself is said to have', async () => {
    const again = await killWhileRunning('s', 'touch begun; sleep 0.5; touch done', {}, () =>
      existsSync(join(ws.project, 'begun')),
    )
    await until(() => existsSync(join(ws.project, 'done')))
    await sleep(100)
    expect(resultsOf((await again()).lines)[0]).toMatch(/had ended by itself/)
  })
})

describe('a process that only has the number of an old one', () => {
  const line = (pid: number, started: string) =>
    `${JSON.stringify({ call: 1, event: 'process', toolUseId: 'a', at: 1, sessionId: 's', pid, started, output: '/nowhere' })}\n`

  it.each([
    ['another start', (pid: number) => startOf(pid).replace(/\d+$/, '1')],
    ['another boot', (pid: number) => startOf(pid).replace(/^\S+/, 'other')],
    ['an unknown start', () => ''],
  ])('with %s is left alone', async (_what, startedOf) => {
    const seconds = secondsOf()
    const other = spawn('sleep', [seconds], { detached: true })
    try {
      await ws.run(['run', '-', '--session', 's'], message(bash('x', 'echo')))
      takeBackTheEnd('s')
      appendFileSync(journalOf('s'), line(other.pid!, startedOf(other.pid!)))
      expect((await ws.run(['run', '-', '--session', 's'], message(bash('y', 'echo')))).code).toBe(0)
      expect(alive(`sleep ${seconds}`)).toBe(true)
    } finally {
      other.kill('SIGKILL')
    }
  })

  it('that leads no more, whose children do not hold our file, is left alone, and the person told', async () => {
    const seconds = secondsOf()
    const leader = spawn('sh', ['-c', `sleep ${seconds} >/dev/null 2>&1 &`], {
      detached: true,
      stdio: 'ignore',
    })
    await new Promise((resolve) => leader.once('exit', resolve))
    try {
      await ws.run(['run', '-', '--session', 's'], message(bash('x', 'echo')))
      takeBackTheEnd('s')
      appendFileSync(journalOf('s'), line(leader.pid!, startOf(process.pid).replace(/\d+$/, '1')))
      const { stderr } = await ws.run(['run', '-', '--session', 's'], message(bash('y', 'echo')))
      expect(alive(`sleep ${seconds}`)).toBe(true)
      expect(stderr).toMatch(new RegExp(`Process ${leader.pid}, .* may still run`))
    } finally {
      process.kill(-leader.pid!, 'SIGKILL')
    }
  })
})

/** As if the process had been killed instead of closing its session. */
function takeBackTheEnd(session: string): void {
  editLines(journalOf(session), (each) => (each.includes('"event":"closed"') ? undefined : each))
}
