import type { Behavior, RuleReference } from './rule.js'

/** The links of the permission chain, in order (`spec/rulings.md`). Every one is named from the first day, however little it says. */
export const linkNames = [
  'hookDeny',
  'denyRules',
  'askRules',
  'validationAsk',
  'alwaysInteractive',
  'protectedPaths',
  'mode',
  'hookAllow',
  'allowRules',
  'toolAllow',
  'classifier',
  'permissionRequestHooks',
  'prompt',
] as const

export type LinkName = (typeof linkNames)[number]

/** One line of the trace: a voice, or that the link was passed in silence or not reached. */
export interface TraceEntry {
  readonly link: LinkName
  readonly said: Behavior | 'nothing' | 'notReached'
  readonly reason?: string
  /** Every rule that matched at this link, the one that counts first. */
  readonly rules?: readonly RuleReference[]
}

/** Who settled it. `default`: nothing spoke. */
export type DecidedBy =
  | { readonly type: 'rule'; readonly rule: RuleReference }
  | { readonly type: 'hook'; readonly hook: string }
  | { readonly type: 'settings'; readonly file: string; readonly line?: number }
  | {
      readonly type:
        | 'validation'
        | 'alwaysInteractive'
        | 'protectedPath'
        | 'tool'
        | 'classifier'
        | 'person'
        | 'unattended'
        | 'default'
    }
  | { readonly type: 'mode'; readonly mode: string }

/**
 * What stage 4 concludes. `ask` comes out of the pure part only: after the prompt it is an allow or a deny. The same object
 * is used by journal, `check` and prompt.
 */
export interface Decision {
  readonly behavior: Behavior
  readonly reason: string
  readonly decidedBy: DecidedBy
  readonly trace: readonly TraceEntry[]
  /** True where no classifier and no hook may turn the ask into an allow: a rule, a validation or a critical command asked. */
  readonly mustAsk: boolean
  /** Rules that could not be understood, hooks that were overridden …, in words. */
  readonly remarks: readonly string[]
}
