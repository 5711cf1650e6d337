import type { Link } from './said.js'

/** Writes to places through which programs start later, or permissions grow. Comes before allow rules: none can allow it. */
export const protectedPaths: Link = ({ subject, mode, hook }) => {
  if (mode === 'bypassPermissions' || hook.behavior === 'allow') return undefined
  const written =
    subject.kind === 'paths'
      ? subject.access === 'write'
        ? subject.paths
        : []
      : subject.kind === 'command'
        ? subject.parts.flatMap(({ paths }) => paths.filter(({ access }) => access !== 'read'))
        : []
  const first = written.find(({ protectedBy }) => protectedBy !== undefined)
  if (!first) return undefined
  return {
    behavior: 'ask',
    reason: `It writes to ${first.written}, which is protected (${first.protectedBy}): a person confirms each such write.`,
    decidedBy: { type: 'protectedPath' },
    firm: mode !== 'auto',
  }
}
