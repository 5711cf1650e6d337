import { classifyToolError } from '../../errors/classify-tool-error.js'
import { boundResult } from '../../results/bound-result.js'
import { cleanText } from '../../results/clean-text.js'
import { normaliseContent } from '../../results/normalise-content.js'
import type { ToolResultContent } from '../../tool/content.js'
import type { AnsweredCall, SettledCall } from '../call.js'
import type { CallContext } from '../context.js'
import { endingText } from '../ending-text.js'
import { inTime } from '../in-time.js'
import { comeBackMs } from '../limit.js'

/** Whatever became of the call, one well-formed block of bounded size. */
export async function shapeResult(settled: SettledCall, context: CallContext): Promise<AnsweredCall> {
  if (settled.kind === 'faulted') {
    context.telemetry.count({ kind: 'fault', stage: settled.during, error: classifyToolError(settled.error) })
  }
  const mapped =
    settled.kind === 'completed' ? await mapOutput(settled, context) : { settled, content: undefined }
  const content = mapped.content ?? {
    content: endingText(mapped.settled),
    isError: true,
    ...savedOf(mapped.settled),
  }
  return answer(mapped.settled, content, context)
}

/** An output that its tool cannot map is the tool's fault, like anything else it throws. */
async function mapOutput(
  settled: SettledCall & { kind: 'completed' },
  { telemetry, signal }: CallContext,
): Promise<{ settled: SettledCall; content: ToolResultContent | undefined }> {
  const { call, output, ms } = settled
  try {
    const content = normaliseContent(
      // a run that is aborted now still gets what the tool has done
      await inTime(call.tool.mapResult(output), signal, { graceMs: comeBackMs }),
    )
    if (!content.isError) return { settled, content }
    const text = typeof content.content === 'string' ? content.content : JSON.stringify(content.content)
    const failure = { message: text, name: 'ToolError', output, saved: content.saved }
    return { settled: { kind: 'failed', call, failure, ms }, content }
  } catch (error) {
    const name = classifyToolError(error)
    telemetry.count({ kind: 'toolError', tool: call.tool.name, error: name })
    const said = error instanceof Error ? error.message : String(error)
    const message = `${call.tool.name} ran, but its output could not be put into a result: ${said}`
    return {
      settled: { kind: 'failed', call, failure: { message, name, output, saved: undefined }, ms },
      content: undefined,
    }
  }
}

function savedOf(settled: SettledCall) {
  return settled.kind === 'failed' && settled.failure.saved ? { saved: settled.failure.saved } : {}
}

async function answer(
  settled: SettledCall,
  content: ToolResultContent,
  context: CallContext,
): Promise<AnsweredCall> {
  const { callgate } = context.policy.settingsNow()
  const tool =
    'tool' in settled.call ? (settled.call as { tool: { maxResultSizeChars: number } }).tool : undefined
  const wanted = tool?.maxResultSizeChars ?? Number.POSITIVE_INFINITY
  const limit = wanted >= 1 ? Math.min(wanted, callgate.maxResultSizeChars) : callgate.maxResultSizeChars
  const bounded = await boundResult(content, limit, settled.call.id, context.results)
  const notices = 'notices' in settled.call ? (settled.call.notices as readonly string[]) : []
  const isError = settled.kind !== 'completed'
  return {
    settled,
    result: {
      type: 'tool_result',
      tool_use_id: settled.call.id,
      content: withNotices(bounded.content, notices),
      ...(isError && { is_error: true as const }),
    },
    saved: bounded.saved,
    texts: textsOf(settled),
    stop: settled.kind === 'refused' ? settled.stop : undefined,
  }
}

function withNotices(
  content: ToolResultContent['content'],
  notices: readonly string[],
): ToolResultContent['content'] {
  if (notices.length === 0) return content
  const text = notices.join('\n')
  return typeof content === 'string' ? `${content}\n\n${text}` : [...content, { type: 'text', text }]
}

/** What is said beside the result even where the tool then failed. */
function textsOf(settled: SettledCall): readonly string[] {
  if (settled.kind === 'refused') return settled.texts
  return settled.kind === 'completed' || settled.kind === 'failed' ? settled.call.texts : []
}

/** For faults of stages 6 and 7 themselves: needs no port, and cannot fail. */
export function answerPlainly(settled: SettledCall): AnsweredCall {
  return {
    settled,
    result: {
      type: 'tool_result',
      tool_use_id: settled.call.id,
      content: cleanText(endingText(settled)),
      is_error: true,
    },
    saved: undefined,
    texts: textsOf(settled),
    stop: settled.kind === 'refused' ? settled.stop : undefined,
  }
}
