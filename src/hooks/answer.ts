import * as z from 'zod'
import { isRecord, tryParseJson } from '../base/json.js'
import { maxOutputBytes, type Ran } from './run-command.js'

const specific = z.looseObject({
  hookEventName: z.string(),
  permissionDecision: z.enum(['allow', 'deny', 'ask', 'defer']).optional(),
  permissionDecisionReason: z.string().optional(),
  updatedInput: z.record(z.string(), z.unknown()).optional(),
  additionalContext: z.string().optional(),
  updatedToolOutput: z.unknown().optional(),
})

const output = z.looseObject({
  continue: z.boolean().optional(),
  stopReason: z.string().optional(),
  suppressOutput: z.boolean().optional(),
  systemMessage: z.string().optional(),
  decision: z.enum(['approve', 'block']).optional(),
  reason: z.string().optional(),
  hookSpecificOutput: specific.optional(),
})

type Output = z.infer<typeof output>

/** What one hook said, whatever way it said it. */
export interface OneAnswer {
  readonly behavior: 'allow' | 'deny' | 'ask' | 'none'
  readonly reason: string
  readonly updatedInput: Readonly<Record<string, unknown>> | undefined
  readonly updatedOutput: { readonly value: unknown } | undefined
  readonly context: string | undefined
  readonly systemMessage: string | undefined
  readonly stop: string | undefined
  /** The hook did not do its work: in words. */
  readonly failure: string | undefined
}

const silent: OneAnswer = {
  behavior: 'none',
  reason: '',
  updatedInput: undefined,
  updatedOutput: undefined,
  context: undefined,
  systemMessage: undefined,
  stop: undefined,
  failure: undefined,
}

// what a hook may put into a conversation
const maxWords = 10_000

/** Reads exit code and output by the documented protocol. Code 2 blocks; JSON decides on every other code; the rest failed. */
export function readAnswer(ran: Ran, event: string): OneAnswer {
  if (ran.kind !== 'exited') return { ...silent, failure: ran.problem }
  const json = ran.cut ? cutOutput(ran.stdout) : parseOutput(ran.stdout, event)
  if (ran.code === 2) {
    const said = json.kind === 'valid' ? blockingReason(json.output) : undefined
    const words = json.kind === 'valid' ? fromOutput(json.output, event) : silent
    return {
      ...words,
      behavior: 'deny',
      reason: said ?? cut(ran.stderr.trim() || 'The hook ended with code 2 and gave no reason.'),
    }
  }
  if (json.kind === 'valid') return fromOutput(json.output, event)
  if (json.kind === 'tooLong') {
    const problem = `it printed an answer of more than ${maxOutputBytes} bytes, which is not read`
    // it may say deny, and it is our limit that keeps us from reading it
    return {
      ...silent,
      behavior: event === 'PreToolUse' ? 'deny' : 'none',
      reason: problem,
      failure: problem,
    }
  }
  if (json.kind === 'invalid')
    return { ...silent, failure: `it printed JSON that does not fit the protocol: ${json.problem}` }
  if (ran.code === 0) return silent
  const firstLine = ran.stderr.trim().split('\n').at(0) || 'nothing on stderr'
  return {
    ...silent,
    failure: `it ended with ${ran.code === undefined ? `signal ${ran.signal}` : `code ${ran.code}`}: ${cut(firstLine, 300)}`,
  }
}

type ParsedOutput =
  | { readonly kind: 'valid'; readonly output: Output }
  | { readonly kind: 'invalid'; readonly problem: string }
  | { readonly kind: 'text' | 'tooLong' }

function cutOutput(stdout: string): ParsedOutput {
  return { kind: stdout.trimStart().startsWith('{') ? 'tooLong' : 'text' }
}

/** JSON only where the first character says so; text that merely looks like it stays text. */
function parseOutput(stdout: string, event: string): ParsedOutput {
  const text = stdout.trim()
  if (!text.startsWith('{')) return { kind: 'text' }
  const json = tryParseJson(text)
  if (!isRecord(json)) return { kind: 'text' }
  const parsed = output.safeParse(json)
  if (!parsed.success)
    return { kind: 'invalid', problem: z.prettifyError(parsed.error).replaceAll('\n', ' ') }
  const named = parsed.data.hookSpecificOutput?.hookEventName
  if (named !== undefined && named !== event)
    return { kind: 'invalid', problem: `hookEventName is ${named}, the event is ${event}` }
  return { kind: 'valid', output: parsed.data }
}

function blockingReason({ decision, reason, hookSpecificOutput: own }: Output): string | undefined {
  if (own?.permissionDecision === 'deny') return own.permissionDecisionReason ?? reason
  return decision === 'block' ? reason : undefined
}

function fromOutput(said: Output, event: string): OneAnswer {
  const own = said.hookSpecificOutput
  const reason = own?.permissionDecisionReason ?? said.reason ?? ''
  return {
    behavior: behaviorOf(said),
    reason: cut(reason),
    updatedInput: event === 'PreToolUse' ? own?.updatedInput : undefined,
    updatedOutput: own && 'updatedToolOutput' in own ? { value: own.updatedToolOutput } : undefined,
    context: own?.additionalContext && cut(own.additionalContext),
    systemMessage: said.systemMessage && cut(said.systemMessage),
    stop: said.continue === false ? said.stopReason || 'A hook ended the run.' : undefined,
    failure: undefined,
  }
}

/** `defer` waits for another program elsewhere; here the person is there already, so it asks. */
function behaviorOf({ decision, hookSpecificOutput: own }: Output): OneAnswer['behavior'] {
  const said = own?.permissionDecision
  if (said !== undefined) return said === 'defer' ? 'ask' : said
  if (decision === 'block') return 'deny'
  return decision === 'approve' ? 'allow' : 'none'
}

function cut(text: string, most = maxWords): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length - most} more characters)`
}
