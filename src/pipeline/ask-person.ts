import type { Verdict } from '../classifier/classifier.js'
import { errorText } from '../errors/catalogue.js'
import { classifyToolError } from '../errors/classify-tool-error.js'
import type { Decision } from '../permissions/decision.js'
import type { DecisionFacts } from '../permissions/decision-facts.js'
import { suggestRules } from '../permissions/suggest-rule.js'
import type { Answer, Question } from '../prompt/prompter.js'
import { abortable, within } from './abortable.js'
import type { LaunchedCall } from './call.js'
import type { Conclusion } from './conclude.js'
import type { CallContext, PolicyNow } from './context.js'
import { unattendedText } from './unattended-text.js'

export type Asked =
  | ({ readonly kind: 'allowed'; readonly input?: unknown; readonly comment?: string } & Conclusion)
  | ({ readonly kind: 'refused'; readonly message: string; readonly stop?: boolean } & Conclusion)
  /** Something changed while waiting for the prompt's turn: decide again. */
  | { readonly kind: 'changed' }

/** The links behind the pure part: classifier (where it can still matter), then the prompt, one at a time in call order. */
export async function askPerson(
  call: LaunchedCall,
  decision: Decision,
  facts: DecisionFacts,
  now: PolicyNow,
  context: CallContext,
): Promise<Asked> {
  const verdict = decision.mustAsk ? undefined : call.verdict.promise
  const early = verdict && (await abortable(within(verdict, now.callgate.promptDelayMs), context.signal))
  const settled = early && fromVerdict(early)
  if (settled) return settled

  await context.turn.earlierPermissionsSettled(context.signal)
  const letGo = await context.promptLock.take()
  try {
    if (context.signal.aborted) throw context.signal.reason
    // an answer before this one may have saved a rule that settles this call, or stopped the message
    if ((await context.policy.current()).version !== now.version) return { kind: 'changed' }
    if (context.halt.stop !== undefined && call.origin !== 'repl') {
      const { reason } = context.halt.stop
      return {
        kind: 'refused',
        message: `Not run: ${reason}`,
        link: 'prompt',
        reason,
        decidedBy: { type: 'person' },
      }
    }
    return await prompt(call, makeQuestion(call, decision, facts, now, context), verdict, context)
  } finally {
    letGo()
  }
}

/** High confidence only. `ask` and `none` leave it to the person. */
function fromVerdict({ behavior, confidence, reason }: Verdict): Asked | undefined {
  if (confidence !== 'high' || (behavior !== 'allow' && behavior !== 'deny')) return undefined
  const conclusion = {
    link: 'classifier',
    reason: `The classifier says: ${reason}`,
    decidedBy: { type: 'classifier' },
  } as const
  if (behavior === 'allow') return { kind: 'allowed', ...conclusion }
  return { kind: 'refused', message: `Refused by the classifier: ${reason}`, ...conclusion }
}

function makeQuestion(
  { id, tool, input }: LaunchedCall,
  decision: Decision,
  { subject }: DecisionFacts,
  { rulesLocked }: PolicyNow,
  { session }: CallContext,
): Question {
  const destructive = tool.destructive(input)
  return {
    toolUseId: id,
    toolName: tool.name,
    input,
    cwd: session.workingDirectory.current,
    reason: decision.reason,
    ...(decision.decidedBy.type === 'rule' && { rule: decision.decidedBy.rule }),
    ...(destructive !== undefined && { destructive }),
    // a rule would not lift what must be asked each time
    suggestions: rulesLocked || decision.mustAsk ? [] : suggestRules(subject, tool.name),
    destinations:
      rulesLocked || decision.mustAsk ? [] : ['localSettings', 'session', 'projectSettings', 'userSettings'],
  }
}

/** The prompt may be up while the verdict is pending: the first to speak counts, unless the person has begun to answer. */
async function prompt(
  call: LaunchedCall,
  question: Question,
  verdict: Promise<Verdict | undefined> | undefined,
  context: CallContext,
): Promise<Asked> {
  const closing = new AbortController()
  const onAbort = () => closing.abort(context.signal.reason)
  context.signal.addEventListener('abort', onAbort, { once: true })
  let begun = false
  const onBegin = () => {
    begun = true
  }
  context.emit({ type: 'question', id: call.id, question })
  try {
    const person = ask(question, closing.signal, onBegin, context)
    const first = await abortable(
      Promise.race([person, verdictThatSettles(verdict, () => begun)]),
      context.signal,
    )
    const answered = 'link' in first ? first : undefined
    if (answered) return answered
    const answer = first as Answer
    context.emit({ type: 'answer', id: call.id, answer })
    return await fromAnswer(answer, call, question, context)
  } finally {
    context.signal.removeEventListener('abort', onAbort)
    closing.abort('settled')
  }
}

/** Stays pending where the verdict settles nothing. */
function verdictThatSettles(
  verdict: Promise<Verdict | undefined> | undefined,
  begun: () => boolean,
): Promise<Asked & Conclusion> {
  return new Promise((resolve) => {
    void verdict?.then((said) => {
      const settled = said && !begun() ? fromVerdict(said) : undefined
      if (settled && settled.kind !== 'changed') resolve(settled)
    })
  })
}

/** A prompter that breaks its contract leaves the call refused, never allowed. */
async function ask(
  question: Question,
  signal: AbortSignal,
  onBegin: () => void,
  context: CallContext,
): Promise<Answer> {
  let problem = 'it answered something that is no answer.'
  try {
    const answer: unknown = await context.prompter.ask(question, { signal, onBegin })
    if (isAnswer(answer)) return answer
  } catch (error) {
    context.telemetry.count({ kind: 'fault', stage: 'permission', error: classifyToolError(error) })
    problem = error instanceof Error ? error.message : String(error)
  }
  return { kind: 'unattended', how: errorText('PORT_MISBEHAVED', { port: 'prompter', problem }) }
}

function isAnswer(value: unknown): value is Answer {
  const kind = typeof value === 'object' && value !== null ? (value as Partial<Answer>).kind : undefined
  return kind === 'allowOnce' || kind === 'alwaysAllow' || kind === 'deny' || kind === 'unattended'
}

async function fromAnswer(
  answer: Answer,
  call: LaunchedCall,
  question: Question,
  context: CallContext,
): Promise<Asked> {
  const person = { link: 'prompt', decidedBy: { type: 'person' } } as const
  switch (answer.kind) {
    case 'allowOnce': {
      const { input, comment } = answer
      return {
        kind: 'allowed',
        ...(input !== undefined && { input }),
        ...(comment && { comment }),
        ...person,
        reason: 'The person allowed this call.',
      }
    }
    case 'alwaysAllow': {
      const { problem } = await context.policy.grant(answer.rule, answer.destination)
      if (problem !== undefined) context.emit({ type: 'notice', id: call.id, text: problem })
      return {
        kind: 'allowed',
        ...person,
        reason: `The person allowed this call, and always ${answer.rule} (${answer.destination}).`,
      }
    }
    case 'deny': {
      const said = answer.message ? ` They said: ${answer.message}` : ''
      if (answer.stop)
        context.halt.stop ??= { by: 'person', reason: answer.message || 'The person stopped here.' }
      return {
        kind: 'refused',
        message: `${errorText('PERSON_DENIED', {})}${said}`,
        stop: answer.stop ?? false,
        ...person,
        reason: `The person denied it.${said}`,
      }
    }
    case 'unattended':
      return {
        kind: 'refused',
        message: unattendedText(call, question, answer.how),
        link: 'prompt',
        reason: `${question.reason} Nobody is there to answer.`,
        decidedBy: { type: 'unattended' },
      }
  }
}
