import { isSettled, type LaunchedCall, type PermittedCall, type SettledCall } from './call.js'
import type { CallContext } from './context.js'
import { stillHolds } from './permit.js'
import { decidePermission } from './stages/4-permission.js'
import { takeTurn } from './take-turn.js'

/** Stage 4, made again where folder or settings changed between the decision and the execution. */
export async function permitUntilItHolds(
  launched: LaunchedCall,
  context: CallContext,
): Promise<PermittedCall | SettledCall> {
  for (;;) {
    const permitted = await decidePermission(launched, context)
    context.turn.permissionSettled()
    if (isSettled(permitted)) return permitted
    if (permitted.input !== launched.input) await takeTurnAgain(permitted, context)
    if (stillHolds(permitted, context)) return permitted
  }
}

/** What runs beside others was judged by the first input; the one that a hook or a person wrote may have to run alone. */
function takeTurnAgain({ tool, input }: PermittedCall, context: CallContext): Promise<void> {
  return takeTurn(tool.concurrencySafe(input) ? 'shared' : 'exclusive', context)
}
