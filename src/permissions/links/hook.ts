import type { Link } from './said.js'

/** A hook's deny ends the chain; its ask brings up the prompt, whatever the rules allow. */
export const hookDeny: Link = ({ hook }) => {
  const { behavior, reason } = hook
  if (behavior !== 'deny' && behavior !== 'ask') return undefined
  const verb = behavior === 'deny' ? 'refuses it' : 'wants a person to confirm it'
  return {
    behavior,
    reason: reason === '' ? `${hook.hook} ${verb}.` : `${hook.hook} ${verb}: ${reason}`,
    decidedBy: { type: 'hook', hook: hook.hook },
    firm: true,
  }
}

export const hookAllow: Link = ({ hook }) => {
  if (hook.behavior !== 'allow') return undefined
  const reason = hook.reason === '' ? `${hook.hook} allows it.` : `${hook.hook} allows it: ${hook.reason}`
  return { behavior: 'allow', reason, decidedBy: { type: 'hook', hook: hook.hook } }
}
