import type { PostAnswer } from '../../hooks/hook-port.js'
import type { AnsweredCall, PermittedCall } from '../call.js'
import type { CallContext } from '../context.js'
import { hookFacts } from '../hook-facts.js'
import { shapeResult } from './6-result.js'

/** PostToolUse after success, PostToolUseFailure after failure; nothing for a call that was refused, invalid or cancelled. */
export async function runPostHooks(answered: AnsweredCall, context: CallContext): Promise<AnsweredCall> {
  const { settled } = answered
  if (settled.kind === 'completed') {
    const facts = { ...hookFacts(settled.call, context), output: settled.output, ms: settled.ms }
    return amend(answered, settled.call, await context.hooks.postToolUse(facts, context.signal), context)
  }
  if (settled.kind === 'failed') {
    const { message } = settled.failure
    const facts = { ...hookFacts(settled.call, context), error: message, interrupted: false, ms: settled.ms }
    return amend(
      answered,
      settled.call,
      await context.hooks.postToolUseFailure(facts, context.signal),
      context,
    )
  }
  return answered
}

async function amend(
  answered: AnsweredCall,
  call: PermittedCall,
  { contexts, notices, stop, replacedOutput }: PostAnswer,
  context: CallContext,
): Promise<AnsweredCall> {
  for (const text of notices) context.emit({ type: 'notice', id: call.id, text })
  const reshaped =
    replacedOutput === undefined || answered.settled.kind !== 'completed'
      ? answered
      : await shapeResult({ ...answered.settled, output: replacedOutput.output }, context)
  // a replacement of a shape that the tool cannot map is the hook's mistake: the true output stands
  const base = reshaped.settled.kind === 'completed' || reshaped === answered ? reshaped : answered
  if (base !== reshaped) {
    context.emit({
      type: 'notice',
      id: call.id,
      text: `The output that ${replacedOutput?.by} put in place does not fit ${call.tool.name}: it was ignored.`,
    })
  }
  if (stop !== undefined) context.halt.stop ??= { by: 'hook', reason: stop }
  return {
    ...base,
    texts: [...base.texts, ...contexts],
    stop: stop === undefined ? base.stop : { by: 'hook', reason: stop },
  }
}
