import { isRecord } from '../base/json.js'
import { matchesWildcard } from '../base/wildcard.js'
import type { PathFact } from '../tool/subject.js'
import type { DecisionFacts } from './decision-facts.js'
import { denyTouches, programName } from './matchers/bash.js'
import { matchesDomain } from './matchers/domain.js'
import { matchesPath, mayMatchBelow } from './matchers/path.js'
import type { CompiledRule } from './parse-rule.js'
import type { PathRule, RuleSet } from './policy.js'
import type { CommandFacts, CommandPathFact, KnownSubject } from './subject-facts.js'

/** Deny and ask rules that concern a call. `possible`: what is not known before it runs decides whether they do. */
export interface Concerned {
  readonly matching: readonly CompiledRule[]
  readonly possible: readonly CompiledRule[]
}

/** Wide matching, for deny and ask: anything that the call would do anywhere is enough. */
export function findConcerned(rules: RuleSet, facts: DecisionFacts): Concerned {
  if (rules.size === 0) return { matching: [], possible: [] }
  const matching = new Set(toolRules(rules, facts).filter((rule) => concernsInput(rule, facts.input)))
  const possible = new Set<CompiledRule>()
  const { subject } = facts
  if (subject.kind === 'command') concernCommand(rules, subject, matching, possible)
  if (subject.kind === 'paths') {
    for (const rule of pathRules(rules, subject.access)) {
      if (subject.paths.some((fact) => denies(rule, fact))) matching.add(rule)
    }
  }
  if (subject.kind === 'url') {
    for (const rule of rules.forDomains(facts.tool.name)) {
      if (subject.host === undefined) possible.add(rule)
      else if (matchesDomain(rule.target.pattern, subject.host)) matching.add(rule)
    }
  }
  return { matching: [...matching], possible: [...possible].filter((rule) => !matching.has(rule)) }
}

/** Bare names; `Read` and `Edit` stand for all tools that read, and that change, files. Who may not read may not change. */
function toolRules(rules: RuleSet, { tool }: DecisionFacts): CompiledRule[] {
  const { name, ruleFamily } = tool
  const owners = ruleFamily === 'read' ? ['Read'] : ruleFamily === 'edit' ? ['Edit', 'Read'] : []
  const inherited = owners
    .filter((owner) => owner !== name)
    .flatMap((owner) => rules.forTool(owner))
    .filter(({ target, names }) => target.kind === 'tool' && names.pieces.length === 1)
  return [...rules.forTool(name), ...inherited]
}

function concernsInput({ target }: CompiledRule, input: unknown): boolean {
  if (target.kind === 'tool') return true
  if (target.kind === 'content') return matchesContent(target.value, input)
  if (target.kind !== 'field' || !isRecord(input)) return false
  const value = Object.hasOwn(input, target.field) ? input[target.field] : undefined
  return /^(string|number|boolean)$/.test(typeof value) && matchesWildcard(target.value, String(value))
}

const contentFields = ['subagent_type', 'skill', 'command', 'name', 'path']

/** `Agent(Explore)`, `Skill(deploy *)`: the field that names what is used. */
export function matchesContent(value: Parameters<typeof matchesWildcard>[0], input: unknown): boolean {
  const field = isRecord(input) ? contentFields.find((name) => typeof input[name] === 'string') : undefined
  if (field === undefined || !isRecord(input)) return false
  const text = String(input[field])
  return matchesWildcard(value, text) || matchesWildcard(value, `${text} `)
}

function concernCommand(
  rules: RuleSet,
  { analysis, parts }: Extract<KnownSubject, { kind: 'command' }>,
  matching: Set<CompiledRule>,
  possible: Set<CompiledRule>,
): void {
  const programs = analysis.possible.flatMap(({ argv: [name] }) =>
    name === undefined ? [] : [name, programName(name)],
  )
  for (const rule of rules.forPrograms(programs)) {
    const touch = denyTouches(rule.target.pattern, analysis)
    if (touch === 'match') matching.add(rule)
    else if (touch === 'maybe') possible.add(rule)
  }
  for (const part of parts) {
    const namesOnly = listsNames(part, analysis)
    for (const fact of part.paths) {
      for (const rule of pathRules(rules, fact.access === 'read' ? 'read' : 'write')) {
        if (denies(rule, fact)) matching.add(rule)
        else if (!namesOnly && reachesBelow(rule, fact)) possible.add(rule)
      }
      for (const rule of bareFileRules(rules, fact.access)) if (fact.via !== 'cd') matching.add(rule)
    }
    for (const { access, via } of part.unresolved) {
      if (via !== 'cd')
        for (const rule of pathRules(rules, access === 'read' ? 'read' : 'write')) possible.add(rule)
    }
  }
}

function bareFileRules(rules: RuleSet, access: CommandPathFact['access']): CompiledRule[] {
  return (access === 'read' ? ['Read'] : ['Edit', 'Read'])
    .flatMap((name) => rules.forTool(name))
    .filter(({ target }) => target.kind === 'tool' && target.family !== undefined)
}

function pathRules(rules: RuleSet, access: 'read' | 'write'): readonly PathRule[] {
  return access === 'read' ? rules.forPaths('read') : [...rules.forPaths('write'), ...rules.forPaths('read')]
}

function denies({ target }: PathRule, { absolute, real }: PathFact): boolean {
  return (
    matchesPath(target.pattern, absolute, true) ||
    (real !== absolute && matchesPath(target.pattern, real, true))
  )
}

function reachesBelow(
  { target }: PathRule,
  { isFolder, isGlob, absolute, real, via }: CommandPathFact,
): boolean {
  if ((!isFolder && !isGlob) || via === 'cd') return false
  return mayMatchBelow(target.pattern, absolute) || (real !== absolute && mayMatchBelow(target.pattern, real))
}

const listers = new Set(
  'ls find tree du stat test [ file basename dirname realpath readlink mkdir rmdir git'.split(' '),
)

/** Programs that show names of what is in a folder, never what the files hold. `git` goes by its own index. */
function listsNames(
  { index }: CommandFacts,
  { commands }: { commands: readonly { words: readonly { value: string | undefined }[] }[] },
): boolean {
  const name = index === undefined ? undefined : commands[index]?.words[0]?.value
  return name !== undefined && listers.has(programName(name))
}
