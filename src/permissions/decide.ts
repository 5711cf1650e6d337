import { findCoverage } from './allowing-rules.js'
import { type DecidedBy, type Decision, type LinkName, linkNames, type TraceEntry } from './decision.js'
import type { DecisionFacts } from './decision-facts.js'
import { hookAllow, hookDeny } from './links/hook.js'
import { alwaysInteractive, validationAsk } from './links/interactive.js'
import { mode } from './links/mode.js'
import { protectedPaths } from './links/protected.js'
import { allowRules, askRules, denyRules, unreadableSettings } from './links/rules.js'
import { type Link, nameRule, references, type Said } from './links/said.js'
import { toolAllow } from './links/tool.js'
import { findConcerned } from './matching-rules.js'

/** The chain. The last three speak in stage 4 itself: a verdict, hooks and a person take time. */
const chain: Readonly<Record<LinkName, Link>> = {
  hookDeny,
  denyRules,
  askRules,
  validationAsk,
  alwaysInteractive,
  protectedPaths,
  mode,
  hookAllow,
  allowRules,
  toolAllow,
  classifier: () => undefined,
  permissionRequestHooks: () => undefined,
  prompt: () => undefined,
}

interface Voices {
  readonly said: readonly (readonly [LinkName, Said | undefined])[]
  readonly deny: Said | undefined
}

/** Pure. Links collect voices; only a deny ends the chain early. Then: any ask, else the first allow, else ask. */
export function decide(facts: DecisionFacts): Decision {
  const override = facts.hookAuthority === 'override' && facts.hook.behavior === 'allow'
  const { said, deny } = collect(override ? overriding(facts) : chain, facts)
  const voices = said.flatMap(([, voice]) => voice ?? [])
  const trace = traceOf(said)
  const remarks = override ? overriddenRules(facts) : []
  const shared = { trace, remarks }
  if (deny)
    return { behavior: 'deny', reason: deny.reason, decidedBy: deny.decidedBy, mustAsk: false, ...shared }
  const asks = voices.filter(({ behavior }) => behavior === 'ask')
  const winner = asks[0] ?? voices.find(({ behavior }) => behavior === 'allow')
  const mustAsk = asks.some(({ firm }) => firm === true)
  if (winner?.behavior === 'allow') {
    return { behavior: 'allow', reason: winner.reason, decidedBy: winner.decidedBy, mustAsk, ...shared }
  }
  const { reason, decidedBy } = winner ?? {
    reason: nothingSpoke(facts),
    decidedBy: { type: 'default' } as DecidedBy,
  }
  if (facts.mode === 'dontAsk') {
    return {
      behavior: 'deny',
      reason: `${reason} The mode dontAsk refuses instead of asking.`,
      decidedBy: { type: 'mode', mode: 'dontAsk' },
      mustAsk: false,
      ...shared,
    }
  }
  return { behavior: 'ask', reason, decidedBy, mustAsk, ...shared }
}

function collect(links: Readonly<Record<LinkName, Link>>, facts: DecisionFacts): Voices {
  const said: (readonly [LinkName, Said | undefined])[] = []
  for (const name of linkNames) {
    const voice = links[name](facts)
    said.push([name, voice])
    if (voice?.behavior === 'deny') return { said, deny: voice }
  }
  return { said, deny: undefined }
}

/** Under `override` a hook's allow skips every rule, except a policy's deny where the hook is not the policy's own. */
function overriding({ hook }: DecisionFacts): Readonly<Record<LinkName, Link>> {
  const silent: Link = () => undefined
  return {
    ...chain,
    denyRules: hook.source === 'policySettings' ? silent : policyDeny,
    askRules: unreadableSettings,
    validationAsk: silent,
    alwaysInteractive: silent,
    protectedPaths: silent,
    mode: silent,
    toolAllow: silent,
  }
}

const policyDeny: Link = (facts) => {
  const rules = findConcerned(facts.policy.deny, facts).matching.filter(
    ({ entry }) => entry.source === 'policySettings',
  )
  const [first] = references(rules)
  return first && { ...denyBy(first), rules: references(rules) }
}

function denyBy(rule: ReturnType<typeof references>[number]): Said {
  return {
    behavior: 'deny',
    reason: `The deny rule ${nameRule(rule)} forbids it.`,
    decidedBy: { type: 'rule', rule },
  }
}

function overriddenRules(facts: DecisionFacts): string[] {
  const rules = [facts.policy.deny, facts.policy.ask].flatMap((set) => findConcerned(set, facts).matching)
  return references(rules).map(
    (rule) => `${facts.hook.hook} overrode the ${rule.behavior} rule ${nameRule(rule)}.`,
  )
}

function traceOf(said: Voices['said']): TraceEntry[] {
  return linkNames.map((link, place) => {
    const entry = said[place]
    if (entry === undefined) return { link, said: 'notReached' as const }
    const [, voice] = entry
    if (voice === undefined) return { link, said: 'nothing' as const }
    const { behavior, reason, rules } = voice
    return rules === undefined ? { link, said: behavior, reason } : { link, said: behavior, reason, rules }
  })
}

/** Says what would have had to be allowed, so that a person sees the part that is new. */
function nothingSpoke(facts: DecisionFacts): string {
  const { subject, tool } = facts
  if (subject.kind === 'command') {
    const [doubt] = subject.analysis.uncertain
    if (doubt)
      return `The command cannot be fully understood: ${doubt.reason}${doubt.text === '' ? '' : ` (${doubt.text})`}.`
    const coverage = findCoverage(facts)
    if (!coverage.covered && coverage.rules.length > 0)
      return `No rule allows ${coverage.open ?? 'all of it'}.`
    return `No rule allows it, and it does more than read here: ${subject.readOnlyInScope.reason}.`
  }
  if (subject.kind === 'paths') {
    const outside = subject.paths.find(({ inScope }) => !inScope)
    if (outside) return `No rule allows it, and ${outside.written} lies outside the working directories.`
    const secret = subject.paths.find((path) => path.secret !== undefined)
    if (secret && subject.access === 'read')
      return `No rule allows it, and ${secret.written} looks like a secret (${secret.secret}).`
  }
  return `No rule allows ${tool.name} here.`
}
