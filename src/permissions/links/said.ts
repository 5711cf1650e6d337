import type { DecidedBy } from '../decision.js'
import type { DecisionFacts } from '../decision-facts.js'
import type { CompiledRule } from '../parse-rule.js'
import { type Behavior, type RuleReference, referTo } from '../rule.js'

/** What one link has to say. */
export interface Said {
  readonly behavior: Behavior
  /** A sentence, for people and for the model. */
  readonly reason: string
  readonly decidedBy: DecidedBy
  readonly rules?: readonly RuleReference[]
  /** Of an ask: no classifier may answer it. */
  readonly firm?: boolean
}

/** A link of the chain: pure, looks at the facts, speaks or stays silent. */
export type Link = (facts: DecisionFacts) => Said | undefined

export function references(rules: readonly CompiledRule[]): RuleReference[] {
  return rules.map(({ entry }) => referTo(entry))
}

/** `Bash(rm *) (userSettings, /home/dev/.claude/settings.json:4)` */
export function nameRule({ text, source, file, line }: RuleReference): string {
  return `${text} (${source}${file === undefined ? '' : `, ${file}${line === undefined ? '' : `:${line}`}`})`
}
