import type { RuleReference, RuleSource } from '../permissions/rule.js'

/** What a person is asked. Facts only; how they look is the prompter's business. */
export interface Question {
  readonly toolUseId: string
  readonly toolName: string
  readonly input: unknown
  readonly cwd: string
  readonly reason: string
  readonly rule?: RuleReference
  /** What gets lost, where the call destroys something. */
  readonly destructive?: string
  /** Rules that would cover this call, narrowest first; empty where none may be saved. */
  readonly suggestions: readonly string[]
  /** Where "always allow" may be saved, the proposed one first. */
  readonly destinations: readonly SaveDestination[]
}

export type SaveDestination = Extract<
  RuleSource,
  'session' | 'localSettings' | 'projectSettings' | 'userSettings'
>

export type Answer =
  /** This exact call. `input` where the person changed it: it is then validated and judged again. */
  | { readonly kind: 'allowOnce'; readonly input?: unknown; readonly comment?: string }
  | { readonly kind: 'alwaysAllow'; readonly rule: string; readonly destination: SaveDestination }
  /** `stop`: the rest of the message is not run either, and the embedder is told. */
  | { readonly kind: 'deny'; readonly message?: string; readonly stop?: boolean }
  /** Nobody can answer. `how` says what would have allowed it. */
  | { readonly kind: 'unattended'; readonly how?: string }

export interface AskOptions {
  /** Ends when the call is aborted, or a verdict made the question needless: close the prompt then, and answer anything. */
  readonly signal: AbortSignal
  /** To be called at the person's first key: from then on no verdict closes the prompt. */
  readonly onBegin: () => void
}

/** Must not reject: a prompter that cannot ask answers `unattended`, and the call is refused. Is asked one question at a time. */
export interface Prompter {
  ask(question: Question, options: AskOptions): Promise<Answer>
}

/** The prompter of a program with nobody at the other end. */
export const unattended: Prompter = {
  ask: async () => ({ kind: 'unattended' }),
}
