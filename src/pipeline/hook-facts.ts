import type { HookFacts } from '../hooks/hook-port.js'
import type { ValidatedCall } from './call.js'
import type { CallContext } from './context.js'

export function hookFacts({ id, tool, input }: ValidatedCall, { session, modeNow }: CallContext): HookFacts {
  return {
    toolName: tool.name,
    toolInput: input,
    toolUseId: id,
    cwd: session.workingDirectory.current,
    permissionMode: modeNow(),
  }
}
