import type { HookVoice } from '../permissions/decision-facts.js'

/** What every event's input carries. */
export interface HookFacts {
  readonly toolName: string
  readonly toolInput: unknown
  readonly toolUseId: string
  readonly cwd: string
  readonly permissionMode: string
}

export interface PostFacts extends HookFacts {
  /** Structured output. */
  readonly output: unknown
  /** Of the execution alone. */
  readonly ms: number
}

export interface FailureFacts extends HookFacts {
  readonly error: string
  readonly interrupted: boolean
  readonly ms: number
}

/** What hooks want said, apart from their decision. */
export interface HookWords {
  /** For the model, after the results. */
  readonly contexts: readonly string[]
  /** For the person. */
  readonly notices: readonly string[]
  /** A hook wants the run to end (`continue: false`). */
  readonly stop: string | undefined
}

/** The merged answer of all PreToolUse hooks of a call. */
export interface HookAnswer extends HookWords {
  readonly voice: HookVoice
  /** The input that the last rewriting hook in configuration order wants; it replaces the whole input. */
  readonly rewrite:
    | { readonly input: unknown; readonly by: string; readonly others: readonly string[] }
    | undefined
}

export interface PostAnswer extends HookWords {
  readonly replacedOutput: { readonly output: unknown; readonly by: string } | undefined
}

/** Must not reject: a hook that fails is a notice, or a deny where it says `onFailure: "block"`. */
export interface HookPort {
  preToolUse(facts: HookFacts, signal: AbortSignal): Promise<HookAnswer>
  postToolUse(facts: PostFacts, signal: AbortSignal): Promise<PostAnswer>
  postToolUseFailure(facts: FailureFacts, signal: AbortSignal): Promise<PostAnswer>
}
