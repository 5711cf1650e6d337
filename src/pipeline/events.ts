import type { Decision } from '../permissions/decision.js'
import type { Answer, Question } from '../prompt/prompter.js'
import type { ToolResultBlock, UserMessage } from '../tool/content.js'
import type { Progress } from '../tool/tool.js'

export const stageNames = [
  'lookup',
  'validation',
  'launch',
  'permission',
  'execution',
  'result',
  'postHooks',
  'emission',
] as const

export type StageName = (typeof stageNames)[number]

/** How a call ended. `failed` is the tool's fault, `faulted` ours. */
export type EndingKind = 'completed' | 'failed' | 'refused' | 'invalid' | 'cancelled' | 'faulted'

/** Why a run should go no further: for the embedder, which should not call the model again. */
export interface Stop {
  readonly by: 'hook' | 'person' | 'interrupt'
  readonly reason: string
}

/** What `run` ends with. `assistant` is the message as answered: each id once, every input an object. */
export interface RunOutcome {
  readonly message: UserMessage
  readonly assistant: { readonly role: 'assistant'; readonly content: readonly unknown[] }
  readonly stop?: Stop
  /**
   * The stream of the message ended before the message did. What the stream threw, or the reason of the signal that ended the
   * reading; else a CallgateError STREAM_BROKEN_OFF. The calls that had begun are answered all the same.
   */
  readonly brokenOff?: Error
}

/** What happens while a message is worked on, in the order it happens. `id` is the id of the `tool_use`. */
export type GateEvent =
  | {
      readonly type: 'call'
      readonly id: string
      readonly name: string
      readonly input: unknown
      readonly index: number
    }
  | { readonly type: 'stageStarted'; readonly id: string; readonly stage: StageName }
  | {
      readonly type: 'stageEnded'
      readonly id: string
      readonly stage: StageName
      readonly ms: number
      /** How the call ended, where it ended here. */
      readonly ending?: EndingKind
    }
  /** Others must end first, for this call would run alone, or they do. */
  | { readonly type: 'waiting'; readonly id: string }
  | { readonly type: 'turn'; readonly id: string; readonly waitedMs: number }
  | { readonly type: 'progress'; readonly id: string; readonly progress: Progress }
  | { readonly type: 'decision'; readonly id: string; readonly decision: Decision }
  | { readonly type: 'question'; readonly id: string; readonly question: Question }
  | { readonly type: 'answer'; readonly id: string; readonly answer: Answer }
  | {
      readonly type: 'result'
      readonly id: string
      readonly ending: EndingKind
      readonly result: ToolResultBlock
      /** Where the whole result stands, if the block shows a part. */
      readonly saved?: { readonly path: string; readonly bytes: number }
    }
  /** For people: a hook's systemMessage, a hook that failed, a settings file with a fault. */
  | { readonly type: 'notice'; readonly id?: string; readonly text: string }
  | { readonly type: 'message'; readonly outcome: RunOutcome }
