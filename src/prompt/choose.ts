import type { Writable } from 'node:stream'
import { isCancel, select, text } from '@clack/prompts'
import { visibleLine } from '../base/visible-text.js'
import type { Keys } from './open-keys.js'
import type { Answer, Question, SaveDestination } from './prompter.js'

export interface ChooseOptions {
  readonly keys: Keys
  readonly output: Writable
  readonly signal: AbortSignal
}

const destinationNames: Readonly<Record<SaveDestination, string>> = {
  session: 'this session only',
  localSettings: '.claude/settings.local.json: you, in this project',
  projectSettings: '.claude/settings.json: everybody, in this project',
  userSettings: '~/.claude/settings.json: you, everywhere',
}

// a name, or a name with a content in brackets
const ruleShape = /^[A-Za-z_][\w-]*(?:\([^\n]+\))?$/

/** Escape or Ctrl-C: at the first question they deny and stop, further in they lead back to it. */
export async function choose(question: Question, options: ChooseOptions): Promise<Answer> {
  // a rule with hidden characters cannot be edited by somebody who does not see them
  const rules = question.suggestions.filter((rule) => visibleLine(rule) === rule)
  const maySave = rules.length > 0 && question.destinations.length > 0
  for (;;) {
    const choices = [
      { value: 'allowOnce', label: 'Allow once' },
      ...(maySave ? [{ value: 'alwaysAllow', label: 'Always allow …', hint: rules[0]! }] : []),
      { value: 'deny', label: 'Deny, and say why …' },
      { value: 'stop', label: 'Deny and stop' },
    ]
    // Enter alone destroys nothing
    const first = question.destructive === undefined ? 'allowOnce' : 'deny'
    const choice = await pick(options, 'Allow this call?', choices, first)
    if (choice === undefined || choice === 'stop') return { kind: 'deny', stop: true }
    if (choice === 'allowOnce') return { kind: 'allowOnce' }
    const answer =
      choice === 'deny' ? await denyWithReason(options) : await chooseRule(question, rules, options)
    if (answer) return answer
    if (options.signal.aborted) return { kind: 'deny' }
  }
}

async function denyWithReason(options: ChooseOptions): Promise<Answer | undefined> {
  const message = await write(options, 'What should the model do instead? (Enter alone: no message)', '')
  if (message === undefined) return undefined
  return message.trim() === '' ? { kind: 'deny' } : { kind: 'deny', message: message.trim() }
}

async function chooseRule(
  { destinations }: Question,
  rules: readonly string[],
  options: ChooseOptions,
): Promise<Answer | undefined> {
  const proposal =
    rules.length === 1
      ? rules[0]
      : await pick(
          options,
          'Which rule? (it can be edited next)',
          rules.map((rule) => ({ value: rule, label: rule })),
        )
  if (proposal === undefined) return undefined
  const rule = await write(options, 'The rule as it will be saved', proposal, (value) =>
    ruleShape.test(value.trim())
      ? undefined
      : 'A rule is a tool name, or a name with a content: Bash(npm test *)',
  )
  if (rule === undefined) return undefined
  const choices = destinations.map((value) => ({ value, label: destinationNames[value] }))
  const destination = await pick(options, `Save ${visibleLine(rule.trim())} in`, choices)
  return destination && { kind: 'alwaysAllow', rule: rule.trim(), destination }
}

async function pick<Value extends string>(
  { keys, output, signal }: ChooseOptions,
  message: string,
  choices: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[],
  initialValue?: Value,
): Promise<Value | undefined> {
  keys.choosing = true
  const options = choices.map((choice) => ({ ...choice }))
  const chosen = await whileOpen(signal, (own) =>
    select<string>({
      input: keys.stream,
      output,
      signal: own,
      showInstructions: false,
      message,
      options,
      ...(initialValue !== undefined && { initialValue }),
    }),
  )
  return isCancel(chosen) ? undefined : (chosen as Value)
}

async function write(
  { keys, output, signal }: ChooseOptions,
  message: string,
  initialValue: string,
  validate: (value: string) => string | undefined = () => undefined,
): Promise<string | undefined> {
  keys.choosing = false
  const written = await whileOpen(signal, (own) =>
    text({
      input: keys.stream,
      output,
      signal: own,
      message,
      initialValue,
      validate: (value) => validate(value ?? ''),
    }),
  )
  return isCancel(written) ? undefined : (written ?? '')
}

/** A prompt listens to its signal for ever, and writes a line when it ends: each gets one that ends with it alone. */
async function whileOpen<T>(signal: AbortSignal, prompt: (own: AbortSignal) => Promise<T>): Promise<T> {
  const own = new AbortController()
  const onAbort = () => own.abort()
  if (signal.aborted) own.abort()
  else signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await prompt(own.signal)
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
