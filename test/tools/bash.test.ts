import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GateEvent } from '../../src/pipeline/events.js'
import { bashTool } from '../../src/tools/bash/tool.js'
import { alive } from '../scenarios/alive.js'
import { createWorkspace, textOf, type Workspace } from '../scenarios/workspace.js'

let ws: Workspace
beforeEach(() => {
  ws = createWorkspace()
})
afterEach(() => ws.remove())

const open = (options = {}) => ws.gate({ allowedTools: ['Bash'], ...options })
const call = (gate: ReturnType<typeof open>, command: string, more: object = {}) =>
  gate.call({ id: 't', name: 'Bash', input: { command, ...more } })
const run = async (command: string, more: object = {}, options = {}) => {
  const { result, ending } = await call(open(options), command, more)
  return { text: textOf(result), ending }
}

describe('output', () => {
  it('is one stream, in the order in which it came [execution/merged-spool]', async () => {
    expect((await run('echo 1; echo 2 >&2; echo 3; echo 4 >&2')).text).toBe('1\n2\n3\n4')
  })

  it('is streamed while the command runs [execution/progress]', async () => {
    const seen: string[] = []
    const onEvent = (event: GateEvent) => {
      if (event.type === 'progress' && event.progress.kind === 'output') seen.push(event.progress.text)
    }
    await open().call(
      { id: 't', name: 'Bash', input: { command: 'echo one; sleep 0.3; echo two' } },
      { onEvent },
    )
    expect(seen.length).toBeGreaterThan(1)
    expect(seen.join('')).toBe('one\ntwo\n')
  })

  it.each([
    ['true', '(no output; exit code 0)', 'silence is said'],
    ["printf 'a\\000b'", 'a␀b', 'NUL'],
    ["printf '\\033[31mred\\033[0m \\033]0;title\\007done'", 'red done', 'colours and titles'],
    ["printf '10%%\\r50%%\\r100%%\\n'", '100%', 'the last state of a progress bar'],
    ["printf '\\xf0\\x28ok'", '\ufffd(ok', 'bytes that are no UTF-8'],
    ["printf 'ab\\bc'", 'ac', 'backspaces'],
  ])('%s reads %j: %s', async (command, expected) => {
    expect((await run(command)).text).toBe(expected)
  })

  it('that is long is shown in part, kept whole on disk, and never held in memory [result/flat-memory]', async () => {
    const before = process.memoryUsage().rss
    const { text } = await run('head -c 200000000 /dev/zero | tr "\\0" a; echo; echo the end')
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
    expect(text.length).toBeLessThan(31_000)
    expect(text).toContain('the end')
    const path = /saved at (\/\S+):/.exec(text)![1]!
    expect(statSync(path).size).toBe(200_000_009)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('of a failed command shows its end above all', async () => {
    const { text, ending } = await run(
      'for i in 1 2 3 4; do printf "%020000d\\n" 0; done; echo "error: build failed"; exit 3',
    )
    expect(ending).toBe('failed')
    expect(text).toMatch(/^Exit code 3\n/)
    expect(text).toContain('error: build failed')
    expect(text).toMatch(/\d+ of 80024 bytes left out/)
  })
})

describe('the command', () => {
  it.each([
    ["echo 'hello != world'", 'hello != world'],
    ['echo "$0"', /bash$/],
    ["printf '%s|' a 'b c' \"d'e\" f\\\\g", "a|b c|d'e|f\\g|"],
    ['echo ünï 💡', 'ünï 💡'],
    ['set -- -n; printf "%s" "$1"', '-n'],
    ['cat', '(no output; exit code 0)'],
    ['echo $-', expect.anything()],
  ])('%s reaches the shell byte for byte', async (command, expected) => {
    const { text } = await run(command)
    if (expected instanceof RegExp) expect(text).toMatch(expected)
    else expect(text).toEqual(expected)
  })

  it('may be longer than one argument of the kernel', async () => {
    expect((await run(`x='${'y'.repeat(200_000)}'; echo \${#x}`)).text).toBe('200000')
  })

  it('of any printable text comes through unchanged', async () => {
    const gate = open()
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (text) => {
        fc.pre(!/[\0\r\b\u001b]|\p{Cc}/u.test(text) && text.isWellFormed())
        const { result } = await call(gate, `cat <<'END OF IT'\n${text}\nEND OF IT`)
        expect(textOf(result)).toBe(text.replace(/\s+$/, '') || '(no output; exit code 0)')
      }),
      { numRuns: 30 },
    )
  })

  it('does not inherit API keys, unless a setting says so [stages/no-api-keys]', async () => {
    process.env.ANTHROPIC_API_KEY = 'sk-secret'
    process.env.SOME_TOKEN = 'also'
    try {
      const command = 'echo "[$ANTHROPIC_API_KEY$SOME_TOKEN]"'
      expect((await run(command)).text).toBe('[]')
      expect((await run(command, {}, { settings: { callgate: { passApiKeys: true } } })).text).toBe(
        '[sk-secretalso]',
      )
      expect((await run(command, {}, { settings: { env: { SOME_TOKEN: 'given' } } })).text).toBe('[given]')
    } finally {
      delete process.env.ANTHROPIC_API_KEY
      delete process.env.SOME_TOKEN
    }
  })

  it('has no terminal, and pagers and editors end by themselves', async () => {
    expect(
      (await run('[ -t 0 ] || [ -t 1 ] || echo none; $PAGER < /dev/null; $EDITOR; echo ended')).text,
    ).toBe('none\nended')
  })
})

describe('exit codes', () => {
  it.each([
    ['exit 7', 'failed', 'Exit code 7\n(no output)'],
    ['echo out; exit 1', 'failed', 'Exit code 1\nout'],
    ['grep nothing /dev/null', 'completed', /Exit code 1: nothing found/],
    ['diff /dev/null <(echo x)', 'completed', /Exit code 1: the files differ/],
    ['[ 1 = 2 ]', 'completed', /condition is false/],
    ['false | true', 'completed', '(no output; exit code 0)'],
    ['kill -9 $$', 'failed', /ended by SIGKILL/],
    // either may have been the one that failed
    ['grep x /dev/null && echo', 'failed', 'Exit code 1\n(no output)'],
    ['true; grep x /dev/null', 'failed', 'Exit code 1\n(no output)'],
    ['no_such_program_here', 'failed', /Exit code 127\n.*not found/],
  ])('%s is %s', async (command, ending, expected) => {
    const ended = await run(command)
    expect(ended.ending).toBe(ending)
    if (typeof expected === 'string') expect(ended.text).toBe(expected)
    else expect(ended.text).toMatch(expected)
  })
})

describe('the folder', () => {
  it('is carried from one command to the next, inside the working directories', async () => {
    mkdirSync(join(ws.project, 'sub'))
    const gate = open()
    await call(gate, 'cd sub')
    expect(textOf((await call(gate, 'pwd')).result)).toBe(join(ws.project, 'sub'))
    expect(textOf((await call(gate, 'cd /; pwd')).result)).toMatch(
      /^\/\nThe folder was reset to .*\/sub: \/ lies outside/,
    )
    expect(textOf((await call(gate, 'pwd')).result)).toBe(join(ws.project, 'sub'))
  })

  it('that is gone is said once, and the project folder is used', async () => {
    mkdirSync(join(ws.project, 'sub'))
    const gate = open()
    await call(gate, 'cd sub')
    rmSync(join(ws.project, 'sub'), { recursive: true })
    expect(textOf((await call(gate, 'pwd')).result)).toBe(
      `${ws.project}\nThe folder ${join(ws.project, 'sub')} is gone: this ran in ${ws.project}.`,
    )
    expect(textOf((await call(gate, 'pwd')).result)).toBe(ws.project)
  })

  it('is not carried by a subshell or a failed cd; the environment never is', async () => {
    const gate = open()
    await call(gate, '(cd / && X=1); cd missing; export Y=1')
    expect(textOf((await call(gate, 'pwd; echo "[$X$Y]"')).result)).toBe(`${ws.project}\n[]`)
  })
})

describe('limits', () => {
  it('an explicit timeout ends the command with everything it started, and says so [execution/explicit-timeout] [execution/group-kill]', async () => {
    const mark = `sleep 91.${process.pid}`
    const { text, ending } = await run(`echo begun; bash -c 'trap "" TERM; ${mark} & ${mark}; wait'`, {
      timeout: 500,
    })
    expect(ending).toBe('failed')
    expect(text).toMatch(/did not end within 500 ms and was ended/)
    expect(text).toContain('begun')
    expect(alive(mark)).toBe(false)
  })

  it('jobs in groups of their own end with it [execution/group-kill]', async () => {
    const mark = `sleep 94.${process.pid}`
    const { ending } = await run(`set -m; ${mark} & (${mark} &) ; timeout 99 ${mark}`, { timeout: 500 })
    expect(ending).toBe('failed')
    expect(alive(mark)).toBe(false)
  })

  it('a job in a group of its own that the shell leaves behind is counted, and ends with the session', async () => {
    const mark = `sleep 95.${process.pid}`
    const gate = open()
    expect(textOf((await call(gate, `set -m; ${mark} & echo done`)).result)).toMatch(/1 process goes on/)
    await gate.close()
    expect(alive(mark)).toBe(false)
  })

  it('an abort ends the group, and what was printed is in the result [execution/group-kill]', async () => {
    const mark = `sleep 92.${process.pid}`
    const controller = new AbortController()
    const gate = open()
    const running = gate.call(
      { id: 't', name: 'Bash', input: { command: `echo begun; touch begun; ${mark}` } },
      { signal: controller.signal },
    )
    while (!existsSync(join(ws.project, 'begun'))) await sleep(20)
    controller.abort('enough')
    const { result, ending } = await running
    expect(ending).toBe('cancelled')
    expect(textOf(result)).toContain('begun')
    expect(alive(mark)).toBe(false)
  })

  it('without one, a slow command moves to the background at the threshold [execution/threshold]', async () => {
    const gate = open({
      tools: [bashTool({ thresholdMs: 200 }), ...ws.tools.filter(({ name }) => name !== 'Bash')],
    })
    const { result } = await call(gate, 'echo one; for i in 1 2 3 4 5 6; do sleep 0.1; done; echo two')
    const id = /task (\w+)/.exec(textOf(result))![1]
    const output = await gate.call({ id: 'o', name: 'TaskOutput', input: { task_id: id, block: true } })
    expect(textOf(output.result)).toMatch(/completed, exit code 0\none\ntwo/)
  })

  it.each(['sleep 5', 'git --version; read < <(sleep 5)', 'eval "sleep 5"'])(
    'but for %s, which is ended there [execution/threshold]',
    async (command) => {
      const gate = open({ tools: [bashTool({ thresholdMs: 200 })] })
      expect((await call(gate, command)).ending).toBe('failed')
    },
  )

  it('a process that the shell leaves behind does not hold the call; it ends with the session', async () => {
    const mark = `sleep 93.${process.pid}`
    const gate = open()
    const { result, ending } = await call(gate, `${mark} & echo done`)
    expect(ending).toBe('completed')
    expect(textOf(result)).toMatch(/^done\nThe shell ended; 1 process goes on/)
    expect(alive(mark)).toBe(true)
    await gate.close()
    expect(alive(mark)).toBe(false)
  })
})

describe('background tasks [execution/background]', () => {
  const task = async (gate: ReturnType<typeof open>, command: string) => {
    const { result } = await call(gate, command, { run_in_background: true })
    return /task (\w+)/.exec(textOf(result))![1]!
  }
  const ask = async (gate: ReturnType<typeof open>, name: string, input: object) =>
    textOf((await gate.call({ id: 'x', name, input })).result)

  it('answer with an id at once; output is told once; they can be ended', async () => {
    const mark = `sleep 94.${process.pid}`
    const gate = open()
    const id = await task(
      gate,
      `echo one; touch ready; until [ -e go ]; do sleep 0.02; done; echo two; ${mark}`,
    )
    while (!existsSync(join(ws.project, 'ready'))) await sleep(20)
    expect(await ask(gate, 'TaskOutput', { task_id: id })).toBe(`Task ${id}: running\none\n`)
    ws.write('go', '')
    let text = ''
    while (!text.includes('two')) text = await ask(gate, 'TaskOutput', { task_id: id })
    expect(text).not.toContain('one')
    expect(await ask(gate, 'BashOutput', { bash_id: id })).toContain(
      '"BashOutput" is deprecated: this tool is called "TaskOutput"',
    )
    expect(await ask(gate, 'TaskStop', { task_id: id })).toBe(`Task ${id} was stopped.`)
    expect(alive(mark)).toBe(false)
    expect(await ask(gate, 'KillShell', { shell_id: id })).toContain('had ended already (stopped)')
  })

  it('two questions side by side show the output once', async () => {
    const gate = open()
    const id = await task(gate, 'echo one')
    const asked = { task_id: id, block: true }
    const shown = await Promise.all([ask(gate, 'TaskOutput', asked), ask(gate, 'TaskOutput', asked)])
    expect(shown.filter((text) => text.includes('\none'))).toHaveLength(1)
    expect(shown.filter((text) => text.includes('(no new output)'))).toHaveLength(1)
  })

  it('count as running while anything they started lives', async () => {
    const gate = open()
    const id = await task(gate, 'sleep 30 & echo started')
    await sleep(300)
    expect(await ask(gate, 'TaskOutput', { task_id: id })).toContain(': running')
    await ask(gate, 'TaskStop', { task_id: id })
  })

  it('show a failing code; unknown ids name the known ones', async () => {
    const gate = open()
    const id = await task(gate, 'echo oops; exit 4')
    expect(await ask(gate, 'TaskOutput', { task_id: id, block: true })).toBe(
      `Task ${id}: failed, exit code 4\noops\n`,
    )
    expect(await ask(gate, 'TaskOutput', { task_id: 'nope' })).toContain(`Tasks of this session: ${id}`)
  })

  it('show lines that match only, where a filter is given', async () => {
    const gate = open()
    const id = await task(gate, 'seq 1 100')
    expect(await ask(gate, 'TaskOutput', { task_id: id, block: true, filter: '99' })).toContain('\n99')
  })

  it('have their standard input closed, and end with the session', async () => {
    const mark = `sleep 95.${process.pid}`
    const gate = open()
    const id = await task(gate, 'cat; echo after')
    expect(await ask(gate, 'TaskOutput', { task_id: id, block: true })).toContain('after')
    await task(gate, mark)
    await gate.close()
    expect(alive(mark)).toBe(false)
  })

  it('write all of their output into a file of their own', async () => {
    const gate = open()
    const { result } = await call(gate, 'seq 1 50000', { run_in_background: true })
    const path = /written to (\/\S+)\./.exec(textOf(result))![1]!
    await ask(gate, 'TaskOutput', { task_id: /task (\w+)/.exec(textOf(result))![1], block: true })
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(50_001)
  })
})

describe('after the session', () => {
  it('no process and no file of the shell is left', async () => {
    const gate = open()
    await call(gate, 'echo a')
    await call(gate, 'exit 3')
    const folder = gate.sessionFolder
    await gate.close()
    const left = existsSync(join(folder, 'tasks'))
      ? execFileSync('ls', [join(folder, 'tasks')], { encoding: 'utf8' })
      : ''
    expect(left).toBe('')
  })
})
