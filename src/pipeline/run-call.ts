import type { AnsweredCall, RequestedCall, SettledCall } from './call.js'
import { isSettled } from './call.js'
import type { CallContext } from './context.js'
import { permitUntilItHolds } from './permit-until-it-holds.js'
import { runSettlingStage, runStage } from './stage.js'
import { lookUp } from './stages/1-lookup.js'
import { validate } from './stages/2-validation.js'
import { launch } from './stages/3-launch.js'
import { execute } from './stages/5-execution.js'
import { answerPlainly, shapeResult } from './stages/6-result.js'
import { runPostHooks } from './stages/7-post-hooks.js'

/** The whole main path of a call, stages 1 to 7. Never rejects. Stage 8 happens once a message, in `run-message`. */
export async function runCall(request: RequestedCall, context: CallContext): Promise<AnsweredCall> {
  try {
    const settled = await settle(request, context)
    const fault = (during: 'result' | 'postHooks') => (error: unknown) =>
      answerPlainly({ kind: 'faulted', call: settled.call, during, error })
    const answered = await runStage('result', shapeResult, settled, context, fault('result'))
    return await runStage('postHooks', runPostHooks, answered, context, fault('postHooks'))
  } finally {
    context.turn.end()
  }
}

async function settle(request: RequestedCall, context: CallContext): Promise<SettledCall> {
  const resolved = await runSettlingStage('lookup', lookUp, request, context)
  if (isSettled(resolved)) return resolved
  const validated = await runSettlingStage('validation', validate, resolved, context)
  if (isSettled(validated)) return validated
  const launched = await runSettlingStage('launch', launch, validated, context)
  if (isSettled(launched)) return launched
  const permitted = await runSettlingStage('permission', permitUntilItHolds, launched, context)
  launched.verdict.drop()
  if (isSettled(permitted)) return permitted
  return runSettlingStage('execution', execute, permitted, context)
}
