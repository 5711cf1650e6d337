import { joinPath, liesIn, splitPath } from '../matchers/path-text.js'
import type { CommandPathFact } from '../subject-facts.js'
import type { Link } from './said.js'

export const validationAsk: Link = ({ validationAsks }) => {
  const [first] = validationAsks
  return first === undefined
    ? undefined
    : { behavior: 'ask', reason: first, decidedBy: { type: 'validation' }, firm: true }
}

/** What no rule, hook or mode answers for a person. */
export const alwaysInteractive: Link = (facts) => {
  const target = criticalRemoval(facts)
  if (target !== undefined) {
    return {
      behavior: 'ask',
      reason: `It would remove ${target}, which no rule can allow.`,
      decidedBy: { type: 'alwaysInteractive' },
      firm: true,
    }
  }
  if (!facts.requiresUserInteraction) return undefined
  const reason = `${facts.tool.name} needs a person each time.`
  return { behavior: 'ask', reason, decidedBy: { type: 'alwaysInteractive' }, firm: true }
}

/** Critical by its text, or by where its path leads on disk. */
function criticalRemoval({
  subject,
  workingDirectories,
  cwd,
  home,
}: Parameters<Link>[0]): string | undefined {
  if (subject.kind !== 'command') return undefined
  const [byText] = subject.analysis.criticalRemovals
  if (byText !== undefined) return byText
  const removed = subject.parts.flatMap(({ index, paths }) =>
    removes(index, subject.analysis.commands) ? paths : [],
  )
  return removed.find((fact) => isCritical(fact, { workingDirectories, cwd, home }))?.written
}

function removes(
  index: number | undefined,
  commands: readonly { words: readonly { value: string | undefined }[] }[],
): boolean {
  return (
    index !== undefined &&
    (commands[index]?.words ?? []).some(
      ({ value }) => value !== undefined && /^(.*\/)?(rm|rmdir)$/.test(value),
    )
  )
}

interface Grounds {
  readonly workingDirectories: readonly string[]
  readonly cwd: string
  readonly home: string
}

/** The root and what stands right under it, the home folder, the current folder and those above it; a glob right below one. */
function isCritical(
  { access, absolute, real, isGlob }: CommandPathFact,
  { workingDirectories, cwd, home }: Grounds,
): boolean {
  if (access !== 'delete') return false
  return [absolute, real].some((path) => {
    if (splitPath(path).length <= 1 || path === joinPath(home, '.') || liesIn(home, path)) return true
    if (/^\/private\/(etc|var|tmp|home)$/.test(path)) return true
    if (liesIn(cwd, path)) return true
    return isGlob && path !== cwd && workingDirectories.includes(path)
  })
}
