import { classifyToolError } from '../../errors/classify-tool-error.js'
import { ToolFailure } from '../../errors/tool-failure.js'
import { startOf } from '../../process/process-identity.js'
import type { Progress } from '../../tool/tool.js'
import type { Failure, PermittedCall, SettledCall } from '../call.js'
import type { CallContext } from '../context.js'
import { type Limit, startLimit } from '../limit.js'
import { reasonOf } from '../stage.js'

/** The one place that runs a tool. What it throws is data; a tool that ignores its signal is left behind after a grace. */
export async function execute(call: PermittedCall, context: CallContext): Promise<SettledCall> {
  if (call.permit.binding.input !== call.input) throw new Error('The permission was given for another input.')
  if (context.signal.aborted) {
    return {
      kind: 'cancelled',
      call,
      during: 'permission',
      reason: reasonOf(context.signal),
      soFar: undefined,
    }
  }
  const ms = call.tool.timeoutMs(call.input) ?? context.policy.settingsNow().callgate.toolTimeoutMs
  context.note({ event: 'executing' })
  const limit = startLimit(ms, context.signal)
  const began = context.clock.monotonic()
  const took = () => context.clock.monotonic() - began
  try {
    const output = await limit.race(runTool(call, limit, context))
    return { kind: 'completed', call, output, ms: took() }
  } catch (error) {
    if (context.signal.aborted) {
      const soFar = error instanceof ToolFailure ? error.message : ''
      return { kind: 'cancelled', call, during: 'execution', reason: reasonOf(context.signal), soFar }
    }
    const name = limit.expired() ? 'Timeout' : classifyToolError(error)
    context.telemetry.count({ kind: 'toolError', tool: call.tool.name, error: name })
    const late = limit.expired() ? `${call.tool.name} did not end within ${ms} ms and was ended. ` : ''
    return { kind: 'failed', call, failure: failureOf(error, name, late), ms: took() }
  } finally {
    limit.clear()
  }
}

/** Async, so that a tool that throws at once rejects like any other. */
async function runTool(call: PermittedCall, limit: Limit, context: CallContext): Promise<unknown> {
  const { session } = context
  let over = false
  const onProgress = (progress: Progress) => {
    // a tool that was left behind may go on reporting
    if (!over) context.emit({ type: 'progress', id: call.id, progress })
  }
  try {
    return await call.tool.call(
      call.input,
      {
        cwd: session.workingDirectory.current,
        session,
        // made when asked for: most tools that end at once never look
        get signal() {
          return limit.signal
        },
        toolUseId: call.id,
        callTool: context.callTool,
        noteProcess: (pid, output) =>
          context.note({
            event: 'process',
            ...(pid !== undefined && { pid, started: startOf(pid) }),
            output,
          }),
      },
      onProgress,
    )
  } finally {
    over = true
  }
}

function failureOf(error: unknown, name: string, late: string): Failure {
  if (error instanceof ToolFailure) {
    return { message: `${late}${error.message}`, name, output: error.output, saved: error.saved }
  }
  return {
    message: `${late}${late ? '' : messageOf(error)}` || 'It failed without a message.',
    name,
    output: undefined,
    saved: undefined,
  }
}

function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message || error.name : String(error)
  } catch {
    return 'It threw something that cannot be shown.'
  }
}
