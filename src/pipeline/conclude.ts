import type { DecidedBy, Decision, LinkName, TraceEntry } from '../permissions/decision.js'
import type { Behavior } from '../permissions/rule.js'

/** What the links behind the pure part concluded. */
export interface Conclusion {
  readonly link: Extract<LinkName, 'classifier' | 'permissionRequestHooks' | 'prompt'>
  readonly reason: string
  readonly decidedBy: DecidedBy
}

/** The ask of the pure part becomes an allow or a deny, and the trace says by which link. */
export function settledBy(
  decision: Decision,
  behavior: Behavior,
  { link, reason, decidedBy }: Conclusion,
): Decision {
  const tail: readonly LinkName[] = ['classifier', 'permissionRequestHooks', 'prompt']
  const trace = decision.trace.map((entry): TraceEntry => {
    if (!tail.includes(entry.link)) return entry
    if (entry.link === link) return { link, said: behavior, reason }
    return {
      link: entry.link,
      said: tail.indexOf(entry.link) < tail.indexOf(link) ? 'nothing' : 'notReached',
    }
  })
  return { ...decision, behavior, reason, decidedBy, trace }
}
