import type { DecisionFacts } from '../decision-facts.js'
import { programName } from '../matchers/bash.js'
import { wrapperLengths } from '../matchers/strip-wrappers.js'
import type { CommandFacts } from '../subject-facts.js'
import type { Link } from './said.js'

/** What the mode says by itself. `dontAsk` speaks at the end: it turns a question into a refusal. */
export const mode: Link = (facts) => {
  const decidedBy = { type: 'mode', mode: facts.mode } as const
  switch (facts.mode) {
    case 'bypassPermissions':
      return { behavior: 'allow', reason: 'The mode bypassPermissions allows it.', decidedBy }
    case 'plan':
      if (!changesSomething(facts)) return undefined
      return {
        behavior: 'ask',
        reason: 'In plan mode nothing is changed without a person.',
        decidedBy,
        firm: true,
      }
    case 'acceptEdits':
    case 'auto':
      if (!editsInScope(facts)) return undefined
      return {
        behavior: 'allow',
        reason: `The mode ${facts.mode} allows changes in the working directories.`,
        decidedBy,
      }
    default:
      return undefined
  }
}

function changesSomething({ subject }: DecisionFacts): boolean {
  if (subject.kind === 'paths') return subject.access === 'write'
  return subject.kind === 'command' && !subject.readOnlyInScope.value
}

const editors = new Set('mkdir touch rm rmdir mv cp sed'.split(' '))

/** File edits in scope; of commands only the few that do nothing else than change the files that they name. */
function editsInScope({ subject, mode: current }: DecisionFacts): boolean {
  if (subject.kind === 'paths') {
    return (
      subject.access === 'write' &&
      subject.paths.every(({ inScope, protectedBy }) => inScope && protectedBy === undefined)
    )
  }
  if (subject.kind !== 'command' || current === 'auto') return false
  const { analysis, parts } = subject
  if (analysis.uncertain.length > 0 || parts.length === 0) return false
  return parts.every((part) => {
    const words =
      part.index === undefined ? undefined : analysis.commands[part.index]?.words.map(({ value }) => value)
    return (part.readOnly.value || words === undefined || isEditor(words)) && staysInScope(part)
  })
}

function isEditor(argv: readonly (string | undefined)[]): boolean {
  const name = argv[wrapperLengths(argv).at(-1) ?? 0]
  return (
    name !== undefined &&
    !name.includes('/') &&
    editors.has(programName(name)) &&
    argv.every((word) => word !== undefined)
  )
}

function staysInScope({ paths, unresolved, readOnly }: CommandFacts): boolean {
  if (unresolved.length > 0 || (paths.length === 0 && !readOnly.value)) return false
  return paths.every(
    ({ inScope, protectedBy, access, secret }) =>
      inScope && (access === 'read' ? secret === undefined : protectedBy === undefined),
  )
}
