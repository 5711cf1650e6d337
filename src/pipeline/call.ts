import type { PendingVerdict } from '../classifier/pending.js'
import type { HookAnswer } from '../hooks/hook-port.js'
import type { Decision } from '../permissions/decision.js'
import type { ToolResultBlock } from '../tool/content.js'
import type { AnyTool } from '../tool/tool.js'
import type { StageName, Stop } from './events.js'

/** Who asked: the model's message, code inside the REPL tool or a sub-agent, the gateway, or the embedding program. */
export type CallOrigin = 'model' | 'repl' | 'gateway' | 'host'

/** A call as it came in. The record only grows from here: each stage adds its fields and changes none. */
export interface RequestedCall {
  readonly id: string
  readonly name: string
  readonly rawInput: unknown
  readonly origin: CallOrigin
}

/**
 * An input that nothing may look into: streamed text that never became JSON, or a value nested beyond all bounds. Stands in
 * `rawInput`, so that lookup comes first as for any other call. `problem` is half a sentence: `it is …`.
 */
export class MalformedInput {
  readonly text: string
  readonly problem: string

  constructor(text: string, problem: string) {
    this.text = text
    this.problem = problem
  }
}

/** After stage 1. */
export interface ResolvedCall extends RequestedCall {
  readonly tool: AnyTool
  /** Lines for the model beside its result. */
  readonly notices: readonly string[]
}

/** After stage 2. `input` is frozen all the way down. */
export interface ValidatedCall extends ResolvedCall {
  readonly input: unknown
  /** What `validateInput` was in doubt about: a person must confirm. */
  readonly askReasons: readonly string[]
}

/** After stage 3. Neither promise rejects. */
export interface LaunchedCall extends ValidatedCall {
  readonly hookAnswer: Promise<HookAnswer>
  readonly verdict: PendingVerdict
}

declare const permitMark: unique symbol

/** What a decision was made on; it holds for nothing else. */
export interface Binding {
  readonly input: unknown
  readonly cwd: string
  readonly policyVersion: number
}

/** Proof that stage 4 let the call through. Only `permit.ts` can make one. */
export interface Permit {
  readonly [permitMark]: true
  readonly binding: Binding
}

/** After stage 4. Execution accepts nothing else. */
export interface PermittedCall extends LaunchedCall {
  readonly decision: Decision
  readonly permit: Permit
  /** What the PreToolUse hooks and the person want said beside the result. */
  readonly texts: readonly string[]
}

/** Why a tool's work failed, for the model, for hooks and for telemetry. */
export interface Failure {
  readonly message: string
  /** Stable, free of paths and code: `classifyToolError`. */
  readonly name: string
  readonly output: unknown
  readonly saved: { readonly path: string; readonly bytes: number } | undefined
}

/** How a call ended. Each ending carries the most grown record that is certain at that point. */
export type SettledCall =
  | {
      readonly kind: 'completed'
      readonly call: PermittedCall
      readonly output: unknown
      readonly ms: number
    }
  | { readonly kind: 'failed'; readonly call: PermittedCall; readonly failure: Failure; readonly ms: number }
  | {
      readonly kind: 'refused'
      readonly call: ValidatedCall
      readonly decision: Decision
      readonly message: string
      readonly texts: readonly string[]
      readonly stop?: Stop
    }
  | { readonly kind: 'invalid'; readonly call: RequestedCall; readonly problem: string }
  | {
      readonly kind: 'cancelled'
      readonly call: RequestedCall
      readonly during: StageName
      readonly reason: string
      /** What the tool had to say when it was interrupted; `undefined` where it had not begun. */
      readonly soFar: string | undefined
    }
  | {
      readonly kind: 'faulted'
      readonly call: RequestedCall
      readonly during: StageName
      readonly error: unknown
    }

/** After stages 6 and 7. */
export interface AnsweredCall {
  readonly settled: SettledCall
  readonly result: ToolResultBlock
  readonly saved: { readonly path: string; readonly bytes: number } | undefined
  /** How it ended in an earlier process of the session, where the answer is remembered. */
  readonly ending?: SettledCall['kind']
  /** For the message after the results. */
  readonly texts: readonly string[]
  readonly stop: Stop | undefined
}

export function isSettled(value: RequestedCall | SettledCall): value is SettledCall {
  return 'kind' in value
}
