import type { SettledCall } from './call.js'

/** What the model reads about a call that did not complete: what happened, and what to do next. */
export function endingText(settled: SettledCall): string {
  switch (settled.kind) {
    case 'completed':
      return ''
    case 'failed':
      return settled.failure.message
    case 'refused':
      return settled.message
    case 'invalid':
      return settled.problem
    case 'cancelled':
      return cancelledText(settled)
    case 'faulted':
      return faultedText(settled)
    default:
      return settled satisfies never
  }
}

function cancelledText({ reason, soFar, during }: SettledCall & { kind: 'cancelled' }): string {
  if (soFar === undefined) {
    return `Not run: ${sentence(reason)} This call had not begun (it was in ${during}), and changed nothing.`
  }
  const told = soFar === '' ? 'It had begun; what it did until then is not known.' : soFar
  return `Interrupted while running: ${sentence(reason)} ${told}`
}

/** A reason may be words of ours, or a person's own sentence. */
function sentence(reason: string): string {
  return /[.!?…]$/.test(reason.trim()) ? reason.trim() : `${reason.trim()}.`
}

function faultedText({ during }: SettledCall & { kind: 'faulted' }): string {
  const ran = ['execution', 'result', 'postHooks', 'emission'].includes(during)
  const state = ran
    ? 'The call may have run: look at what it changed before you try again.'
    : 'The call was not run.'
  return `Callgate itself failed during ${during}; this is not your mistake. ${state} If it happens again, tell the person.`
}
