import { decide } from '../permissions/decide.js'
import type { CheckOutcome } from '../pipeline/api.js'
import { parseInput } from '../pipeline/check-input.js'
import { collectFacts } from '../pipeline/collect-facts.js'
import type { CallContext, GatePorts } from '../pipeline/context.js'
import { requestOf } from '../pipeline/requested.js'
import { lookUp } from '../pipeline/stages/1-lookup.js'

/**
 * Lookup, schema and the pure part of the permission chain, with the same functions that a call passes. `validateInput` is
 * left out (it is about this session: what was read, what has changed), and so are hooks, classifier and prompt.
 */
export async function checkCall(
  toolUse: unknown,
  ports: GatePorts,
  signal: AbortSignal,
): Promise<CheckOutcome> {
  const context = { ...ports, signal } as CallContext
  const call = lookUp(
    requestOf(toolUse, 'host', () => 'check'),
    context,
  )
  if ('kind' in call)
    return { decision: 'error', stage: 'lookup', reason: call.kind === 'invalid' ? call.problem : call.kind }
  const parsed = await parseInput(call.tool, call.rawInput, signal)
  if (!parsed.ok) return { decision: 'error', stage: 'validation', reason: parsed.problem }
  const now = await ports.policy.current()
  const noHook = { behavior: 'none', reason: '', hook: '', source: undefined } as const
  const validated = { ...call, input: parsed.input, askReasons: [] }
  const decision = decide(await collectFacts(validated, noHook, now, context))
  return { decision: decision.behavior, stage: 'permission', reason: decision.reason, trace: decision }
}
