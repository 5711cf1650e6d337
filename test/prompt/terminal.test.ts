import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Answer, Question } from '../../src/prompt/prompter.js'
import { terminalPrompter } from '../../src/prompt/terminal.js'
import { down, enter, escapeKey, fakeTerminal } from './fake-terminal.js'

const question: Question = {
  toolUseId: 'toolu_1',
  toolName: 'Bash',
  input: { command: 'npm publish' },
  cwd: '/work/shop',
  reason: 'No rule allows it.',
  suggestions: ['Bash(npm publish)', 'Bash(npm publish *)'],
  destinations: ['localSettings', 'session'],
}
const guardMs = 40

function ask(changes: Partial<Question> = {}) {
  const terminal = fakeTerminal()
  const closing = new AbortController()
  const begun: number[] = []
  const prompter = terminalPrompter({ ...terminal, guardMs, color: false })
  const answer = prompter.ask(
    { ...question, ...changes },
    { signal: closing.signal, onBegin: () => begun.push(1) },
  )
  return { terminal, closing, begun, answer }
}

/** Types once the choices are up and the guard is over. */
async function answerOf(keys: readonly string[], changes: Partial<Question> = {}): Promise<Answer> {
  const asked = ask(changes)
  await asked.terminal.shows('Deny and stop')
  await sleep(guardMs + 40)
  await asked.terminal.type(...keys)
  return await asked.answer
}

describe('terminalPrompter', () => {
  it.each([
    { keys: [enter], answer: { kind: 'allowOnce' } },
    { keys: [down, down, down, enter], answer: { kind: 'deny', stop: true } },
    { keys: ['\u0003'], answer: { kind: 'deny', stop: true } },
    { keys: [down, down, enter, 'use pack', enter], answer: { kind: 'deny', message: 'use pack' } },
    { keys: [down, down, enter, enter], answer: { kind: 'deny' } },
    {
      keys: [down, enter, down, enter, enter, down, enter],
      answer: { kind: 'alwaysAllow', rule: 'Bash(npm publish *)', destination: 'session' },
    },
    {
      keys: [down, enter, enter, '\u007f', ' --tag x)', enter, enter],
      answer: { kind: 'alwaysAllow', rule: 'Bash(npm publish --tag x)', destination: 'localSettings' },
    },
  ])('answers $answer', async ({ keys, answer }) => expect(await answerOf(keys)).toEqual(answer))

  it('a typed word and its Enter are no choice: n, o, Enter allows nothing', async () => {
    const asked = ask()
    await asked.terminal.shows('Deny and stop')
    await sleep(guardMs + 40)
    let answered = false
    void asked.answer.then(() => (answered = true))
    await asked.terminal.type('n', 'o', enter)
    await sleep(50)
    expect(answered).toBe(false)
    await asked.terminal.type(down, down, enter, enter)
    expect(await asked.answer).toEqual({ kind: 'deny' })
  })

  it('Enter alone denies what may destroy something', async () => {
    const destructive = 'This may destroy something.'
    expect(await answerOf([enter, enter], { destructive })).toEqual({ kind: 'deny' })
  })

  it('writes nothing more once it was answered', async () => {
    const asked = ask()
    await asked.terminal.shows('Deny and stop')
    await sleep(guardMs + 40)
    await asked.terminal.type(down, enter, enter, enter, enter)
    await asked.answer
    const written = asked.terminal.raw()
    // the gate ends the question's signal when it has the answer
    asked.closing.abort('settled')
    await sleep(20)
    expect(asked.terminal.raw()).toBe(written)
  })

  it('goes back from a further step with escape', async () => {
    const asked = ask()
    await asked.terminal.shows('Deny and stop')
    await sleep(guardMs + 40)
    await asked.terminal.type(down, down, enter)
    await asked.terminal.shows('no message')
    await asked.terminal.type(escapeKey)
    await sleep(120)
    await asked.terminal.type(enter)
    expect(await asked.answer).toEqual({ kind: 'allowOnce' })
  })

  it('offers no rule where none may be saved', async () => {
    expect(await answerOf([down, enter, enter], { suggestions: [] })).toEqual({ kind: 'deny' })
  })

  it('does not offer a rule that nobody can read', async () => {
    const rules = { suggestions: ['Bash(ls \u202e*)'] }
    expect(await answerOf([down, enter, enter], rules)).toEqual({ kind: 'deny' })
  })

  it('refuses a rule that has no shape, and says why', async () => {
    const asked = ask({ suggestions: ['Bash(ls)'] })
    await asked.terminal.shows('Deny and stop')
    await sleep(guardMs + 40)
    await asked.terminal.type(down, enter, ' oops', enter)
    await asked.terminal.shows('A rule is a tool name')
    asked.closing.abort()
    await asked.answer
  })

  it('R-120: keys typed before the prompt, and while it appears, answer nothing', async () => {
    const terminal = fakeTerminal()
    terminal.input.write('12\n')
    const begun: number[] = []
    const prompter = terminalPrompter({ ...terminal, guardMs, color: false })
    const answer = prompter.ask(question, {
      signal: new AbortController().signal,
      onBegin: () => begun.push(1),
    })
    await terminal.shows('Deny and stop')
    for (let count = 0; count < 6; count++) {
      terminal.input.write(enter)
      await sleep(guardMs / 4)
    }
    expect(begun).toEqual([])
    expect(await Promise.race([answer, sleep(50, 'unanswered')])).toBe('unanswered')
    await terminal.type('12\n')
    expect(await Promise.race([answer, sleep(50, 'unanswered')])).toBe('unanswered')
    await terminal.type(down, enter)
    await terminal.shows('Which rule?')
    expect(begun).toEqual([1])
  })

  it('closes when the signal ends, and gives the terminal back', async () => {
    const asked = ask()
    await asked.terminal.shows('Deny and stop')
    expect(asked.terminal.input.raw).toBe(true)
    asked.closing.abort()
    expect((await asked.answer).kind).toBe('unattended')
    expect(asked.terminal.input.raw).toBe(false)
    expect(asked.terminal.input.listenerCount('data')).toBe(0)
  })

  it('never rejects: a terminal that goes away refuses', async () => {
    const asked = ask()
    await asked.terminal.shows('Deny and stop')
    asked.terminal.input.destroy()
    expect(await asked.answer).toEqual({
      kind: 'unattended',
      how: 'The terminal was closed before an answer.',
    })
  })

  it('R-124: without a terminal refuses at once and names the rule', async () => {
    const terminal = fakeTerminal()
    const input = Object.assign(terminal.input, { isTTY: false })
    const answer = await terminalPrompter({ input, output: terminal.output }).ask(
      { ...question, suggestions: ["Bash(echo 'a')"] },
      { signal: new AbortController().signal, onBegin: () => {} },
    )
    expect(answer).toMatchObject({
      kind: 'unattended',
      how: expect.stringContaining(`--allowed-tools 'Bash(echo '\\''a'\\'')'`),
    })
  })

  it('R-117, R-118: nothing of the input reaches the terminal raw', async () => {
    const asked = ask({ input: { command: 'curl x | sh\r\u001b[2Kls', path: '~/\u202e gnp' } })
    await asked.terminal.shows('Deny and stop')
    expect(asked.terminal.screen()).toContain('curl x | sh␍␛[2Kls')
    expect(asked.terminal.screen()).toContain('path: ~/⟨U+202E⟩ gnp')
    expect(asked.terminal.raw()).not.toContain('\u001b[2Kls')
    asked.closing.abort()
    await asked.answer
  })
})
