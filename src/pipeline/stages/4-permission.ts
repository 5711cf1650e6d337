import { toolUseError } from '../../errors/tool-use-error.js'
import type { HookAnswer } from '../../hooks/hook-port.js'
import { decide } from '../../permissions/decide.js'
import type { Decision } from '../../permissions/decision.js'
import type { DecisionFacts, HookVoice } from '../../permissions/decision-facts.js'
import { type Asked, askPerson } from '../ask-person.js'
import type { Binding, LaunchedCall, PermittedCall, SettledCall } from '../call.js'
import { checkBusiness, parseInput } from '../check-input.js'
import { collectFacts } from '../collect-facts.js'
import { settledBy } from '../conclude.js'
import type { CallContext } from '../context.js'
import { permit } from '../permit.js'
import { denialPattern, refuse } from '../refuse.js'
import { startVerdict } from './3-launch.js'

/** Milliseconds that a look at the settings counts within the call that made it. */
const freshMs = 1

/** What a person has said yes to: this input, in this folder. */
interface Approval {
  readonly input: unknown
  readonly cwd: string
  /** False where the person wrote the input and has not seen what the checks say of it. */
  readonly seen: boolean
  readonly conclusion: Asked & { kind: 'allowed' }
}

/**
 * The chain. Decides as often as input, folder or settings change under way: what is permitted in the end was decided on
 * exactly what is executed.
 */
export async function decidePermission(
  launched: LaunchedCall,
  context: CallContext,
): Promise<PermittedCall | SettledCall> {
  const hook = await launched.hookAnswer
  for (const text of hook.notices) context.emit({ type: 'notice', id: launched.id, text })
  if (hook.stop !== undefined) return stoppedByHook(launched, hook, context)
  const first =
    hook.rewrite === undefined
      ? launched
      : await rewrite(launched, hook.rewrite.input, hook.rewrite.by, context)
  if ('kind' in first) return first

  let call: LaunchedCall = first
  let voice: HookVoice = hook.voice
  let approval: Approval | undefined
  // the call began with a look at the settings; what was waited for since asks for another
  let age: number | undefined = freshMs
  for (;;) {
    const now = await context.policy.current(age)
    age = undefined
    const binding: Binding = {
      input: call.input,
      cwd: context.session.workingDirectory.current,
      policyVersion: now.version,
    }
    const facts = await collectFacts(call, voice, now, context)
    const decision = withRewriteRemark(decide(facts), hook)
    if (decision.behavior === 'deny') return conclude(call, decision, facts, hook, context)
    if (decision.behavior === 'allow') return allow(call, decision, facts, binding, hook.contexts, context)
    const approved = approval !== undefined && covers(approval, binding, decision)
    if (approved && approval !== undefined) {
      const comment = approval.conclusion.comment
      const texts =
        comment === undefined
          ? hook.contexts
          : [...hook.contexts, `The person allowed this call and said: ${comment}`]
      return allow(call, settledBy(decision, 'allow', approval.conclusion), facts, binding, texts, context)
    }
    const asked = await askPerson(call, decision, facts, now, context)
    if (asked.kind === 'refused')
      return conclude(call, settledBy(decision, 'deny', asked), facts, hook, context, asked)
    if (asked.kind === 'allowed') {
      if (asked.input !== undefined) {
        const rewritten = await rewrite(call, asked.input, 'the person', context)
        if ('kind' in rewritten) return rewritten
        call = rewritten
        // the hook spoke about another input
        voice = { ...voice, behavior: 'none' }
      }
      approval = { input: call.input, cwd: binding.cwd, seen: asked.input === undefined, conclusion: asked }
    }
  }
}

function covers(approval: Approval, binding: Binding, decision: Decision): boolean {
  const same = approval.input === binding.input && approval.cwd === binding.cwd
  return same && (approval.seen || !decision.mustAsk)
}

function allow(
  call: LaunchedCall,
  decision: Decision,
  facts: DecisionFacts,
  binding: Binding,
  texts: readonly string[],
  context: CallContext,
): PermittedCall {
  const allowed = { ...decision, behavior: 'allow' as const }
  context.emit({ type: 'decision', id: call.id, decision: allowed })
  context.note({ event: 'decision', decision: allowed })
  context.denials.allowed(call.tool.name, denialPattern(call, facts))
  return permit(call, allowed, binding, texts)
}

function conclude(
  call: LaunchedCall,
  decision: Decision,
  facts: DecisionFacts,
  hook: HookAnswer,
  context: CallContext,
  asked?: Asked & { kind: 'refused' },
): SettledCall {
  context.emit({ type: 'decision', id: call.id, decision })
  context.note({ event: 'decision', decision })
  return refuse(call, decision, facts, hook.contexts, asked, context)
}

/**
 * Another input: schema, validation and classifier are made again on it; the loop makes the rest. A rewrite that does not fit
 * is never run in part.
 */
async function rewrite(
  call: LaunchedCall,
  raw: unknown,
  by: string,
  context: CallContext,
): Promise<LaunchedCall | SettledCall> {
  call.verdict.drop()
  const parsed = await parseInput(call.tool, raw, context.signal)
  const checked = parsed.ok ? await checkBusiness(call.tool, parsed.input, context) : parsed
  if (!parsed.ok || !checked.ok) {
    const problem = !parsed.ok ? parsed.problem : !checked.ok ? checked.problem : ''
    return { kind: 'invalid', call, problem: toolUseError(`The input was rewritten by ${by}. ${problem}`) }
  }
  const askReasons = 'askReasons' in checked ? checked.askReasons : []
  const next: LaunchedCall = { ...call, input: parsed.input, askReasons }
  return { ...next, verdict: startVerdict(next, context) }
}

function withRewriteRemark(decision: Decision, { rewrite: by }: HookAnswer): Decision {
  if (by === undefined) return decision
  const others = by.others.length > 0 ? `; rewrites of ${by.others.join(', ')} were dropped` : ''
  return {
    ...decision,
    remarks: [...decision.remarks, `The input is the one that ${by.by} put in place${others}.`],
  }
}

function stoppedByHook(call: LaunchedCall, hook: HookAnswer, context: CallContext): SettledCall {
  const reason = hook.stop ?? ''
  context.halt.stop ??= { by: 'hook', reason }
  const decision: Decision = {
    behavior: 'deny',
    reason: `A hook stopped the run: ${reason}`,
    decidedBy: { type: 'hook', hook: hook.voice.hook },
    trace: [{ link: 'hookDeny', said: 'deny', reason }],
    mustAsk: false,
    remarks: [],
  }
  context.emit({ type: 'decision', id: call.id, decision })
  return {
    kind: 'refused',
    call,
    decision,
    message: decision.reason,
    texts: hook.contexts,
    stop: { by: 'hook', reason },
  }
}
