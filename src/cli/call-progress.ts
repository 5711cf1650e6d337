import type { Decision } from '../permissions/decision.js'
import type { EndingKind, GateEvent, StageName } from '../pipeline/events.js'
import type { ToolResultBlock } from '../tool/content.js'

export interface StagePassed {
  readonly stage: StageName
  /** `undefined` while it runs. */
  readonly ms: number | undefined
}

/** What is known of a call on its way. */
export interface CallProgress {
  readonly name: string
  readonly input: unknown
  readonly startedAt: number
  readonly stages: readonly StagePassed[]
  readonly asking: boolean
  /** For its turn. */
  readonly waiting: boolean
  /** Of the time that its stages took. */
  readonly waitedMs: number
  /** The end of what it printed, raw. */
  readonly tail: string
  readonly decision?: Decision
  readonly end?: {
    readonly ending: EndingKind
    readonly result: ToolResultBlock
    readonly saved?: { readonly path: string; readonly bytes: number }
    readonly at: number
  }
}

// characters: a few screen lines, however long they are
const tailLength = 4000

export function startCall({ name, input }: GateEvent & { type: 'call' }, now: number): CallProgress {
  return { name, input, startedAt: now, stages: [], asking: false, waiting: false, waitedMs: 0, tail: '' }
}

/** The call after an event about it. */
export function advance(call: CallProgress, event: GateEvent, now: number): CallProgress {
  switch (event.type) {
    case 'stageStarted':
      return { ...call, stages: [...call.stages, { stage: event.stage, ms: undefined }] }
    case 'stageEnded':
      return { ...call, stages: withEnd(call.stages, event.stage, event.ms) }
    case 'waiting':
      return { ...call, waiting: true }
    case 'turn':
      return { ...call, waiting: false, waitedMs: call.waitedMs + event.waitedMs }
    case 'progress':
      return { ...call, tail: `${call.tail}${progressText(event)}`.slice(-tailLength) }
    case 'decision':
      return { ...call, decision: event.decision }
    case 'question':
      return { ...call, asking: true }
    case 'answer':
      return { ...call, asking: false }
    case 'result': {
      const { ending, result, saved } = event
      return { ...call, end: { ending, result, at: now, ...(saved && { saved }) } }
    }
    default:
      return call
  }
}

/** A stage may run more than once (an input that a person changed): the last one that is open ends. */
function withEnd(stages: readonly StagePassed[], stage: StageName, ms: number): readonly StagePassed[] {
  const at = stages.findLastIndex((passed) => passed.stage === stage && passed.ms === undefined)
  return at === -1 ? [...stages, { stage, ms }] : stages.with(at, { stage, ms })
}

function progressText({ progress }: GateEvent & { type: 'progress' }): string {
  if (progress.kind === 'output') return progress.text
  return progress.kind === 'message' ? `${progress.text}\n` : ''
}
