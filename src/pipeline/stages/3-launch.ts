import { noVerdict, type PendingVerdict } from '../../classifier/pending.js'
import { classifyToolError } from '../../errors/classify-tool-error.js'
import type { HookAnswer } from '../../hooks/hook-port.js'
import type { LaunchedCall, ValidatedCall } from '../call.js'
import type { CallContext } from '../context.js'
import { hookFacts } from '../hook-facts.js'

/** Hooks and classifier start in the same tick; nothing is waited for here. */
export function launch(call: ValidatedCall, context: CallContext): LaunchedCall {
  const verdict = startVerdict(call, context)
  const hookAnswer = startHooks(call, context)
  return { ...call, hookAnswer, verdict }
}

/** Hooks are guards: where our own running of them fails, the call is refused. */
async function startHooks(call: ValidatedCall, context: CallContext): Promise<HookAnswer> {
  try {
    return await context.hooks.preToolUse(hookFacts(call, context), context.signal)
  } catch (error) {
    context.telemetry.count({ kind: 'fault', stage: 'launch', error: classifyToolError(error) })
    const reason =
      'Callgate could not run the PreToolUse hooks, so it cannot tell whether they allow this call.'
    const voice = { behavior: 'deny', reason, hook: 'callgate', source: undefined } as const
    return { voice, rewrite: undefined, contexts: [], notices: [], stop: undefined }
  }
}

/** Only commands are judged. */
export function startVerdict(
  { tool, input }: ValidatedCall,
  { session, verdicts }: CallContext,
): PendingVerdict {
  const cwd = session.workingDirectory.current
  const subject = tool.subject(input, { cwd })
  if (subject.kind !== 'command') return noVerdict
  return verdicts.start({ toolName: tool.name, command: subject.command, cwd })
}
