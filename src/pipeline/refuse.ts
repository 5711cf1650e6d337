import type { Decision } from '../permissions/decision.js'
import type { DecisionFacts } from '../permissions/decision-facts.js'
import { suggestRules } from '../permissions/suggest-rule.js'
import type { Asked } from './ask-person.js'
import type { SettledCall, ValidatedCall } from './call.js'
import type { CallContext } from './context.js'

/** A refusal, with a text that says who refused and what the model can do, and with guidance where it keeps being refused. */
export function refuse(
  call: ValidatedCall,
  decision: Decision,
  facts: DecisionFacts,
  contexts: readonly string[],
  asked: (Asked & { kind: 'refused' }) | undefined,
  context: CallContext,
): SettledCall {
  const guidance = context.denials.denied(call.tool.name, denialPattern(call, facts))
  const message = asked?.message ?? `Refused: ${decision.reason} Do not try the same by another way.`
  const hint = guidance === undefined ? '' : ' This keeps being refused: read the note after the results.'
  return {
    kind: 'refused',
    call,
    decision,
    message: `${message}${hint}`,
    texts: guidance === undefined ? contexts : [...contexts, guidance],
    ...(asked?.stop && { stop: context.halt.stop ?? { by: 'person', reason: 'The person stopped here.' } }),
  }
}

/** What denials are counted by besides the tool: the normal form of the rule that would be suggested. */
export function denialPattern({ tool }: ValidatedCall, { subject }: DecisionFacts): string {
  return suggestRules(subject, tool.name).at(-1) ?? tool.name
}
