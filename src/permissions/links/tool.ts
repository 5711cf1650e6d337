import type { Link } from './said.js'

/** The tool's own word. A hook's allow skips it; a read of what looks like a secret is never free. */
export const toolAllow: Link = ({ toolAnswer, hook, subject, tool, mode }) => {
  if (toolAnswer.behavior === 'passthrough' || hook.behavior === 'allow') return undefined
  const { behavior, reason } = toolAnswer
  if (behavior === 'ask' && mode === 'bypassPermissions') return undefined
  if (behavior === 'allow' && subject.kind === 'paths') {
    const secret = subject.paths.find((path) => path.secret !== undefined)
    if (secret) return undefined
  }
  return { behavior, reason: `${tool.name}: ${reason}`, decidedBy: { type: 'tool' } }
}
