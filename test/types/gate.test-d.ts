import type {
  LaunchedCall,
  Permit,
  PermittedCall,
  SettledCall,
  ValidatedCall,
} from '../../src/pipeline/call.js'
import type { CallContext } from '../../src/pipeline/context.js'
import { decidePermission } from '../../src/pipeline/stages/4-permission.js'
import { execute } from '../../src/pipeline/stages/5-execution.js'

// Compiled by `npm run typecheck`, never run: each line below must be refused by the compiler.

declare const validated: ValidatedCall
declare const launched: LaunchedCall
declare const permitted: PermittedCall
declare const context: CallContext

execute(permitted, context)

// @ts-expect-error a validated call has no permit
execute(validated, context)

// @ts-expect-error a launched call has no permit
execute(launched, context)

// @ts-expect-error a permit cannot be written by hand: its mark is not exported
const forged: Permit = { binding: { input: {}, cwd: '/', policyVersion: 1 } }

const { binding } = permitted.permit
const smuggled = { ...launched, decision: permitted.decision, permit: { binding }, texts: [] }
// @ts-expect-error nor smuggled in beside the record
execute(smuggled, context)

// @ts-expect-error stage 4 may refuse: its outcome is not yet a permitted call
const unchecked: Promise<PermittedCall> = decidePermission(launched, context)

// @ts-expect-error the record does not change
launched.input = {}

/** Every ending has its case: a new one that is forgotten somewhere does not compile. */
export function endings(settled: SettledCall): string {
  switch (settled.kind) {
    case 'completed':
    case 'failed':
    case 'refused':
    case 'invalid':
    case 'cancelled':
    case 'faulted':
      return settled.call.id
    default:
      return settled satisfies never
  }
}

export { forged, unchecked }
