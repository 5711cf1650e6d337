import type { CallContext } from './context.js'
import type { Turn } from './scheduler.js'

/** Waits for the call's turn, and tells who watches where it does. Rejects with the signal's reason when it ends first. */
export async function takeTurn(access: Parameters<Turn['begin']>[0], context: CallContext): Promise<void> {
  const { id, turn, signal, clock, emit } = context
  const waited = turn.begin(access, signal)
  if (waited === undefined) return
  const began = clock.monotonic()
  emit({ type: 'waiting', id })
  try {
    await waited
  } finally {
    emit({ type: 'turn', id, waitedMs: clock.monotonic() - began })
  }
}
