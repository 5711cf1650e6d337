import type { Decision } from '../permissions/decision.js'
import type { Binding, LaunchedCall, Permit, PermittedCall } from './call.js'
import type { CallContext } from './context.js'

/**
 * The one place where a call becomes a permitted one. Execution takes nothing else, and the mark on the permit cannot be
 * written by hand: the compiler proves that no tool runs without passing here.
 */
export function permit(
  call: LaunchedCall,
  decision: Decision & { readonly behavior: 'allow' },
  binding: Binding,
  texts: readonly string[],
): PermittedCall {
  return { ...call, decision, permit: { binding } as unknown as Permit, texts } as PermittedCall
}

/** A decision holds for the input, folder and rules it was made on; if one changed on the way to execution, it is made again. */
export function stillHolds(
  { permit: { binding }, input }: PermittedCall,
  { session, policy }: CallContext,
): boolean {
  return (
    binding.input === input &&
    binding.cwd === session.workingDirectory.current &&
    binding.policyVersion === policy.latestVersion()
  )
}
