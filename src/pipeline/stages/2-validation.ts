import { toolUseError } from '../../errors/tool-use-error.js'
import type { ResolvedCall, SettledCall, ValidatedCall } from '../call.js'
import { checkBusiness, parseInput } from '../check-input.js'
import type { CallContext } from '../context.js'
import { takeTurn } from '../take-turn.js'

/**
 * Two phases. Between them the call waits for its turn: `validateInput` looks at the world, and an earlier call of the
 * message may be about to change it (a Read before an Edit).
 */
export async function validate(
  call: ResolvedCall,
  context: CallContext,
): Promise<ValidatedCall | SettledCall> {
  const parsed = await parseInput(call.tool, call.rawInput, context.signal)
  if (!parsed.ok) return { kind: 'invalid', call, problem: toolUseError(parsed.problem) }
  const access = call.tool.concurrencySafe(parsed.input) ? 'shared' : 'exclusive'
  await takeTurn(access, context)
  const checked = await checkBusiness(call.tool, parsed.input, context)
  if (!checked.ok) return { kind: 'invalid', call, problem: toolUseError(checked.problem) }
  return { ...call, input: parsed.input, askReasons: checked.askReasons }
}
