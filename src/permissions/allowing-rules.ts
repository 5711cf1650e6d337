import type { PathFact } from '../tool/subject.js'
import type { DecisionFacts } from './decision-facts.js'
import { allowCovers } from './matchers/bash.js'
import { matchesDomain } from './matchers/domain.js'
import { matchesPath } from './matchers/path.js'
import { wrapperLengths } from './matchers/strip-wrappers.js'
import { matchesContent } from './matching-rules.js'
import type { CompiledRule } from './parse-rule.js'
import type { Policy } from './policy.js'
import type { CommandFacts, KnownSubject } from './subject-facts.js'

/** What allow rules make of a call. `open`: the part that nothing covers, in words. */
export type Coverage =
  | { readonly covered: true; readonly rules: readonly CompiledRule[] }
  | { readonly covered: false; readonly rules: readonly CompiledRule[]; readonly open: string | undefined }

type CommandSubject = Extract<KnownSubject, { kind: 'command' }>

/** Narrow matching, for allow: everything that the call would do must be covered. */
export function findCoverage(facts: DecisionFacts): Coverage {
  const { policy, tool, input, subject } = facts
  const whole = wholeToolRules(facts)
  if (whole.length > 0 && !isHeldBack(subject, policy)) return { covered: true, rules: whole }
  const content = policy.allow
    .forTool(tool.name)
    .filter(({ target }) => target.kind === 'content' && matchesContent(target.value, input))
  if (content.length > 0) return { covered: true, rules: content }
  switch (subject.kind) {
    case 'command':
      return coverCommand(subject, policy)
    case 'paths':
      return coverPaths(subject.paths, subject.access, policy)
    case 'url': {
      const { host } = subject
      const rules = policy.allow
        .forDomains(tool.name)
        .filter(({ target }) => host !== undefined && matchesDomain(target.pattern, host))
      return rules.length > 0 ? { covered: true, rules } : none
    }
    case 'none':
      return none
  }
}

const none: Coverage = { covered: false, rules: [], open: undefined }

/** A bare name. `Edit` speaks for all tools that change files, and for reading them; `Read` for all that read. */
function wholeToolRules({ policy, tool }: DecisionFacts): CompiledRule[] {
  const { name, ruleFamily } = tool
  const bare = (owner: string) => policy.allow.forTool(owner).filter(({ target }) => target.kind === 'tool')
  if (ruleFamily !== 'read' && ruleFamily !== 'edit') return bare(name)
  const owners = ruleFamily === 'read' ? ['Read', 'Edit'] : ['Edit']
  return [...new Set([name, ...owners].flatMap(bare))]
}

/** A bare `Bash` covers what cannot be understood only where no rule would have to look into it. */
function isHeldBack(subject: KnownSubject, policy: Policy): boolean {
  return subject.kind === 'command' && subject.analysis.uncertain.length > 0 && policy.guardsCommands
}

function coverPaths(paths: readonly PathFact[], access: 'read' | 'write', policy: Policy): Coverage {
  const found = paths.map((fact) => rulesForPath(fact, access, policy))
  const open = paths.find((_, i) => found[i]!.length === 0)
  const rules = [...new Set(found.flat())]
  return paths.length > 0 && open === undefined
    ? { covered: true, rules }
    : { covered: false, rules, open: open?.written }
}

/** Both the path as named and where links lead must be covered. */
function rulesForPath(
  { absolute, real }: PathFact,
  access: 'read' | 'write',
  policy: Policy,
): CompiledRule[] {
  const bare = policy.allow.forTool('Edit').filter(({ target }) => target.kind === 'tool')
  const rules =
    access === 'read'
      ? [...policy.allow.forPaths('read'), ...policy.allow.forPaths('write')]
      : policy.allow.forPaths('write')
  const matching = (path: string): CompiledRule[] => [
    ...rules.filter(({ target }) => matchesPath(target.pattern, path, false)),
    ...bare,
  ]
  const [named, actual] = [matching(absolute), matching(real)]
  return named.length > 0 && actual.length > 0 ? [...named, ...actual] : []
}

function coverCommand({ analysis, parts }: CommandSubject, policy: Policy): Coverage {
  if (analysis.uncertain.length > 0) return { covered: false, rules: [], open: analysis.uncertain[0]?.reason }
  if (parts.length === 0) return none
  const used: CompiledRule[] = []
  for (const part of parts) {
    const rules = coverPart(part, analysis.commands, policy)
    if (rules === undefined) return { covered: false, rules: used, open: nameOf(part, analysis.commands) }
    used.push(...rules)
    const write = openWrite(part, policy, used)
    if (write !== undefined) return { covered: false, rules: used, open: `the write to ${write}` }
  }
  // read-only by itself alone is the tool's own word, not that of a rule
  return used.length === 0 ? none : { covered: true, rules: [...new Set(used)] }
}

type Commands = CommandSubject['analysis']['commands']

function coverPart(
  { index, readOnly }: CommandFacts,
  commands: Commands,
  policy: Policy,
): CompiledRule[] | undefined {
  const command = index === undefined ? undefined : commands[index]
  if (readOnly.value || command === undefined) return []
  const argv = command.words.map(({ value }) => value)
  const programs = [0, ...wrapperLengths(argv)].flatMap((at) => argv[at] ?? [])
  const rules = policy.allow
    .forPrograms(programs)
    .filter(({ target }) => allowCovers(target.pattern, command))
  return rules.length > 0 ? rules : undefined
}

/** A redirection is a write of its own: the rule for the command does not cover it. */
function openWrite(
  { paths, unresolved }: CommandFacts,
  policy: Policy,
  used: CompiledRule[],
): string | undefined {
  const dark = unresolved.find(({ via, access }) => via === 'redirect' && access !== 'read')
  if (dark) return dark.text
  for (const fact of paths) {
    if (fact.via !== 'redirect' || fact.access === 'read') continue
    const rules = fact.isGlob ? [] : rulesForPath(fact, 'write', policy)
    if (rules.length === 0) return fact.written
    used.push(...rules)
  }
  return undefined
}

function nameOf({ index }: CommandFacts, commands: Commands): string {
  return (index === undefined ? undefined : commands[index]?.text) || 'an assignment'
}

/** For suggestions: what has no rule and does not only read. */
export function openCommands(subject: CommandSubject): Commands {
  return subject.parts.flatMap(({ index, readOnly }) => {
    const command = index === undefined ? undefined : subject.analysis.commands[index]
    return command && !readOnly.value ? [command] : []
  })
}
