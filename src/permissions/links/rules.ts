import { findCoverage } from '../allowing-rules.js'
import type { DecisionFacts } from '../decision-facts.js'
import { findConcerned } from '../matching-rules.js'
import type { RuleReference } from '../rule.js'
import { type Link, nameRule, references, type Said } from './said.js'

export const denyRules: Link = (facts) => {
  const rules = references(findConcerned(facts.policy.deny, facts).matching)
  const [first] = rules
  if (!first) return undefined
  return {
    behavior: 'deny',
    reason: `The deny rule ${nameRule(first)} forbids it.`,
    decidedBy: { type: 'rule', rule: first },
    rules,
  }
}

/** Ask rules, and whatever makes a deny or ask rule impossible to tell: settings or a command that cannot be read. */
export const askRules: Link = (facts) => {
  const { policy } = facts
  const asking = references(findConcerned(policy.ask, facts).matching)
  const [first] = asking
  if (first) return askBy(first, asking, `The ask rule ${nameRule(first)} wants a person to confirm it.`)
  return unreadableSettings(facts) ?? doubtfulRules(facts) ?? uncertainCommand(facts)
}

function askBy(rule: RuleReference, rules: readonly RuleReference[], reason: string): Said {
  return { behavior: 'ask', reason, decidedBy: { type: 'rule', rule }, rules, firm: true }
}

/** Settings that cannot be read may hold a deny for this call. */
export const unreadableSettings: Link = ({ failClosed, tool }) => {
  const closed = failClosed.find(({ toolName }) => toolName === undefined || toolName === tool.name)
  if (!closed) return undefined
  const { reason, file, line } = closed
  const place = file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`
  return {
    behavior: 'ask',
    reason: `Settings cannot be read in full, so every call they may concern asks: ${reason}${place}`,
    decidedBy:
      file === undefined
        ? { type: 'default' }
        : { type: 'settings', file, ...(line !== undefined && { line }) },
    firm: true,
  }
}

function doubtfulRules(facts: DecisionFacts): Said | undefined {
  const rules = references([
    ...findConcerned(facts.policy.deny, facts).possible,
    ...findConcerned(facts.policy.ask, facts).possible,
  ])
  const [first] = rules
  return (
    first &&
    askBy(first, rules, `The ${first.behavior} rule ${nameRule(first)} may concern it: only the run decides.`)
  )
}

function uncertainCommand({ subject, policy }: DecisionFacts): Said | undefined {
  if (subject.kind !== 'command' || !policy.guardsCommands) return undefined
  const [doubt] = subject.analysis.uncertain
  if (!doubt) return undefined
  const piece = doubt.text === '' ? '' : `: ${doubt.text}`
  return {
    behavior: 'ask',
    reason: `The command cannot be fully understood (${doubt.reason}${piece}), and there are deny or ask rules that it may fall under.`,
    decidedBy: { type: 'default' },
    firm: true,
  }
}

export const allowRules: Link = (facts) => {
  const coverage = findCoverage(facts)
  if (!coverage.covered) return undefined
  const rules = references(coverage.rules)
  const [first] = rules
  if (!first) return undefined
  const others = rules.length > 1 ? ` and ${rules.length - 1} more` : ''
  return {
    behavior: 'allow',
    reason: `Allowed by the rule ${nameRule(first)}${others}.`,
    decidedBy: { type: 'rule', rule: first },
    rules,
  }
}
