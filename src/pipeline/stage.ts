import type { RequestedCall, SettledCall } from './call.js'
import type { CallContext } from './context.js'
import type { StageName } from './events.js'

/** A stage: a plain function of the record and the ports. */
export type Stage<In, Out> = (call: In, context: CallContext) => Out | Promise<Out>

/**
 * The one fault boundary, and the one place that times and journals. An exception of ours becomes `onFault`'s value: the call
 * still ends well-formed.
 */
export async function runStage<In, Out>(
  name: StageName,
  stage: Stage<In, Out>,
  call: In,
  context: CallContext,
  onFault: (error: unknown) => Out,
): Promise<Out> {
  const began = context.clock.monotonic()
  context.emit({ type: 'stageStarted', id: context.id, stage: name })
  let out: Out
  try {
    out = await stage(call, context)
  } catch (error) {
    out = onFault(error)
  }
  const ms = context.clock.monotonic() - began
  const ending = endingOf(out)
  context.emit({ type: 'stageEnded', id: context.id, stage: name, ms, ...(ending && { ending }) })
  context.note({ event: 'stageEnded', stage: name, ms, ...(ending && { ending }) })
  return out
}

function endingOf(out: unknown): SettledCall['kind'] | undefined {
  return typeof out === 'object' && out !== null && 'kind' in out ? (out as SettledCall).kind : undefined
}

/** For stages 1 to 5: an end of the signal is a cancelled call; a stop of the message likewise, before execution. */
export async function runSettlingStage<In extends RequestedCall, Out>(
  name: StageName,
  stage: Stage<In, Out | SettledCall>,
  call: In,
  context: CallContext,
): Promise<Out | SettledCall> {
  const guarded: Stage<In, Out | SettledCall> = (...args) =>
    cancelledBefore(name, call, context) ?? stage(...args)
  return runStage(name, guarded, call, context, (error) => afterThrow(name, call, context, error))
}

function cancelledBefore(
  during: StageName,
  call: RequestedCall,
  { signal, halt }: CallContext,
): SettledCall | undefined {
  if (signal.aborted) return { kind: 'cancelled', call, during, reason: reasonOf(signal), soFar: undefined }
  if (halt.stop !== undefined && call.origin !== 'repl') {
    return { kind: 'cancelled', call, during, reason: halt.stop.reason, soFar: undefined }
  }
  return undefined
}

function afterThrow(
  during: StageName,
  call: RequestedCall,
  { signal }: CallContext,
  error: unknown,
): SettledCall {
  if (signal.aborted) return { kind: 'cancelled', call, during, reason: reasonOf(signal), soFar: undefined }
  return { kind: 'faulted', call, during, error }
}

export function reasonOf({ reason }: AbortSignal): string {
  if (typeof reason === 'string' && reason !== '') return reason
  return 'the run was interrupted'
}
