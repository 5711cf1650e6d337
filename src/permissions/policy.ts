import { matchesWildcard } from '../base/wildcard.js'
import type { PathAnchors } from './matchers/path-pattern.js'
import {
  type CompiledRule,
  coversName,
  parseRule,
  type RuleProblem,
  type RuleVocabulary,
} from './parse-rule.js'
import type { Behavior, RuleEntry } from './rule.js'

export type CommandRule = CompiledRule & { readonly target: { readonly kind: 'command' } }
export type PathRule = CompiledRule & { readonly target: { readonly kind: 'path' } }
export type DomainRule = CompiledRule & { readonly target: { readonly kind: 'domain' } }

/** Rules of one behavior, kept by what has to be looked at for a call: most calls look at a handful, however many there are. */
export interface RuleSet {
  /** Rules about every call of a tool, or about one field of its input. */
  forTool(toolName: string): readonly CompiledRule[]
  /** Rules for commands of one of these programs, and those that name none. */
  forPrograms(programs: Iterable<string>): readonly CommandRule[]
  forPaths(access: 'read' | 'write'): readonly PathRule[]
  forDomains(toolName: string): readonly DomainRule[]
  readonly size: number
}

export interface Policy {
  readonly problems: readonly RuleProblem[]
  readonly allow: RuleSet
  readonly deny: RuleSet
  readonly ask: RuleSet
  /** A deny or ask rule is about Bash or one of its commands: then a line that is not understood asks. */
  readonly guardsCommands: boolean
  /** A deny or ask rule keeps some path from being read, or from being written. */
  readonly guardsPaths: { readonly read: boolean; readonly write: boolean }
}

export interface PolicyOptions {
  readonly vocabulary: RuleVocabulary
  readonly anchors: PathAnchors
}

export function createPolicy(entries: readonly RuleEntry[], { vocabulary, anchors }: PolicyOptions): Policy {
  const parsed = entries.map((entry) => parseRule(entry, vocabulary, anchors))
  const rules = parsed.flatMap(({ rule }) => rule ?? [])
  const only = (behavior: Behavior) => createRuleSet(rules.filter(({ entry }) => entry.behavior === behavior))
  const guards = rules.filter(({ entry }) => entry.behavior !== 'allow')
  const guardsAccess = (access: 'read' | 'write') =>
    guards.some(({ target }) => target.kind === 'path' && target.access === access) ||
    guards.some(
      (rule) => rule.target.kind === 'tool' && coversName(rule, access === 'read' ? 'Read' : 'Edit'),
    )
  return {
    problems: parsed.flatMap(({ problem }) => problem ?? []),
    allow: only('allow'),
    deny: only('deny'),
    ask: only('ask'),
    guardsCommands: guards.some((rule) => rule.target.kind === 'command' || coversName(rule, 'Bash')),
    guardsPaths: { read: guardsAccess('read'), write: guardsAccess('write') },
  }
}

function createRuleSet(rules: readonly CompiledRule[]): RuleSet {
  const byName = new Map<string, CompiledRule[]>()
  const byPattern: CompiledRule[] = []
  const byProgram = new Map<string, CommandRule[]>()
  const anyProgram: CommandRule[] = []
  const paths: Record<'read' | 'write', PathRule[]> = { read: [], write: [] }
  const domains: DomainRule[] = []
  for (const rule of rules) {
    const { target } = rule
    if (target.kind === 'command') add(byProgram, anyProgram, target.pattern.program, rule as CommandRule)
    else if (target.kind === 'path') paths[target.access].push(rule as PathRule)
    else if (target.kind === 'domain') domains.push(rule as DomainRule)
    else add(byName, byPattern, rule.names.pieces.length === 1 ? rule.names.pieces[0] : undefined, rule)
  }
  return {
    size: rules.length,
    forTool: (name) => [
      ...(byName.get(name) ?? []),
      ...byPattern.filter(({ names }) => matchesWildcard(names, name)),
    ],
    forPrograms: (programs) =>
      [...new Set(programs)].flatMap((program) => byProgram.get(program) ?? []).concat(anyProgram),
    forPaths: (access) => paths[access],
    forDomains: (name) => domains.filter((rule) => coversName(rule, name)),
  }
}

function add<T>(byKey: Map<string, T[]>, others: T[], key: string | undefined, value: T): void {
  if (key === undefined) {
    others.push(value)
    return
  }
  const list = byKey.get(key)
  if (list) list.push(value)
  else byKey.set(key, [value])
}
