import { classifyToolError } from '../errors/classify-tool-error.js'
import type { DecisionFacts, HookVoice } from '../permissions/decision-facts.js'
import { gatherSubject } from '../permissions/gather.js'
import type { KnownSubject } from '../permissions/subject-facts.js'
import type { SubjectFacts } from '../tool/subject.js'
import type { PermissionAnswer } from '../tool/tool.js'
import type { ValidatedCall } from './call.js'
import type { CallContext, PolicyNow } from './context.js'
import { inTime } from './in-time.js'

/** Analyse, then look up: everything that `decide` will look at, for the input, folder and settings of this moment. */
export async function collectFacts(
  call: ValidatedCall,
  hook: HookVoice,
  now: PolicyNow,
  context: CallContext,
): Promise<DecisionFacts> {
  const { tool, input } = call
  const cwd = context.session.workingDirectory.current
  const { workingDirectories } = now
  const place = { cwd, workingDirectories, readable: [context.session.folder], home: context.home }
  const subject = await gatherSubject(tool.subject(input, { cwd }), place, context.disk)
  return {
    tool,
    input,
    subject,
    policy: now.policy,
    mode: now.mode,
    hook,
    hookAuthority: now.callgate.hookAuthority,
    validationAsks: call.askReasons,
    toolAnswer: await askTool(call, subject, now, context),
    requiresUserInteraction: await needsPerson(call, context),
    failClosed: now.failClosed,
    ...place,
  }
}

/** A check that throws asks: a tool that cannot judge its own call grants nothing. */
async function askTool(
  { tool, input }: ValidatedCall,
  subject: KnownSubject,
  { mode }: PolicyNow,
  { session, signal, telemetry }: CallContext,
): Promise<PermissionAnswer> {
  const cwd = session.workingDirectory.current
  try {
    const facts = factsForTool(subject)
    return await inTime(tool.checkPermissions(input, { cwd, session, signal, mode, facts }), signal)
  } catch (error) {
    if (signal.aborted) throw error
    telemetry.count({ kind: 'toolError', tool: tool.name, error: classifyToolError(error) })
    const said = error instanceof Error ? error.message : String(error)
    return { behavior: 'ask', reason: `the permission check of ${tool.name} failed: ${said}` }
  }
}

/** One that fails needs the person: it cannot say that it does not. */
async function needsPerson({ tool, input }: ValidatedCall, { signal }: CallContext): Promise<boolean> {
  try {
    return await inTime(tool.requiresUserInteraction(input), signal)
  } catch (error) {
    if (signal.aborted) throw error
    return true
  }
}

function factsForTool(subject: KnownSubject): SubjectFacts {
  if (subject.kind !== 'command') return subject
  const { command, analysis, readOnlyInScope } = subject
  return {
    kind: 'command',
    command,
    readOnly: readOnlyInScope,
    uncertain: analysis.uncertain.map(({ reason }) => reason),
  }
}
