/** The eight sources, weakest setting first (for values other than rules; rules go by behavior, not by source). */
export const ruleSources = [
  'userSettings',
  'projectSettings',
  'localSettings',
  'flagSettings',
  'policySettings',
  'cliArg',
  'command',
  'session',
] as const

export type RuleSource = (typeof ruleSources)[number]

export type Behavior = 'allow' | 'deny' | 'ask'

/** A rule as it stands in a source, before it is understood. */
export interface RuleEntry {
  readonly text: string
  readonly behavior: Behavior
  readonly source: RuleSource
  /** Absolute; `undefined` where the rule came from no file. */
  readonly file?: string
  /** From 1. */
  readonly line?: number
}

/** A rule as traces, questions and `check` show it. */
export interface RuleReference {
  readonly text: string
  readonly behavior: Behavior
  readonly source: RuleSource
  readonly file?: string
  readonly line?: number
}

export function referTo({ text, behavior, source, file, line }: RuleEntry): RuleReference {
  return { text, behavior, source, ...(file !== undefined && { file }), ...(line !== undefined && { line }) }
}
