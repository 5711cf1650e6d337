import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { systemClock } from './base/clock.js'
import { readOnlyClassifier } from './classifier/read-only.js'
import { createVerdicts } from './classifier/verdicts.js'
import { checkCall } from './composition/check.js'
import { Gate } from './composition/gate.js'
import { createIfMatcher } from './composition/if-matcher.js'
import { createPolicyState } from './composition/policy-state.js'
import { classifyToolError } from './errors/classify-tool-error.js'
import { createDisk } from './files/disk.js'
import { createHooks } from './hooks/create-hooks.js'
import { noJournal } from './journal/journal.js'
import { createDenialTracker } from './permissions/denials.js'
import type { RuleEntry } from './permissions/rule.js'
import type { Callgate, CallgateOptions } from './pipeline/api.js'
import type { GatePorts } from './pipeline/context.js'
import { createLock } from './pipeline/lock.js'
import { createScheduler } from './pipeline/scheduler.js'
import { childEnvironment } from './process/environment.js'
import { createToolSession } from './process/tool-session.js'
import { unattended } from './prompt/prompter.js'
import { createResultStore } from './results/result-store.js'
import { createSettings } from './settings/create-settings.js'
import { callgateDefaults } from './settings/snapshot.js'
import { noTelemetry } from './telemetry/telemetry.js'
import { createRegistry } from './tool/registry.js'

/**
 * Makes a gate. Reads nothing and starts nothing until the first call. Throws CallgateError TOOL_INVALID or TOOL_DUPLICATE
 * for tools that cannot work; settings that cannot be read do not throw: they make every call ask, and `diagnostics()` says why.
 */
export function createCallgate(options: CallgateOptions): Callgate {
  const cwd = resolve(options.cwd ?? process.cwd())
  const home = options.home ?? homedir()
  const sessionId = options.sessionId ?? randomUUID()
  const telemetry = options.telemetry ?? noTelemetry
  const registry = createRegistry(options.tools)
  const settings = createSettings({
    cwd,
    home,
    policyFolder: options.policyFolder ?? '/etc/claude-code',
    flag: options.settings,
    sources: options.settingSources ?? ['user', 'project', 'local'],
    trust: options.trust ?? false,
  })
  return null as never
}
