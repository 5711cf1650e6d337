import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { systemClock } from './base/clock.js'
import { readOnlyClassifier } from './classifier/read-only.js'
import { createVerdicts } from './classifier/verdicts.js'
import { checkCall } from './composition/check.js'
import { fixedRules } from './composition/fixed-rules.js'
import { Gate } from './composition/gate.js'
import { createIfMatcher } from './composition/if-matcher.js'
import { createMemory, noMemory } from './composition/memory.js'
import { createPolicyState, type PolicyState } from './composition/policy-state.js'
import { createSessionState } from './composition/session-state.js'
import { createVocabulary } from './composition/vocabulary.js'
import { CallgateError } from './errors/callgate-error.js'
import { classifyToolError } from './errors/classify-tool-error.js'
import { createDisk } from './files/disk.js'
import { createHooks } from './hooks/create-hooks.js'
import type { Journal } from './journal/journal.js'
import { redactRecord } from './journal/redact-record.js'
import { createDenialTracker } from './permissions/denials.js'
import type { Callgate, CallgateOptions } from './pipeline/api.js'
import type { GatePorts } from './pipeline/context.js'
import { createLock } from './pipeline/lock.js'
import { createScheduler } from './pipeline/scheduler.js'
import { childEnvironment } from './process/environment.js'
import { createToolSession, type OpenSession } from './process/tool-session.js'
import { unattended } from './prompt/prompter.js'
import { createResultStore } from './results/result-store.js'
import { createSettings } from './settings/create-settings.js'
import { noTelemetry, type Telemetry } from './telemetry/telemetry.js'
import { createRegistry } from './tool/registry.js'

/**
 * Makes a gate. Reads nothing and starts nothing until the first call. Throws CallgateError TOOL_INVALID or TOOL_DUPLICATE
 * for tools that cannot work; settings that cannot be read do not throw: they make every call ask, and `diagnostics()` says why.
 */
export function createCallgate(options: CallgateOptions): Callgate {
  const cwd = resolve(options.cwd ?? process.cwd())
  const home = options.home ?? homedir()
  const sessionId = options.sessionId ?? randomUUID()
  // it names a folder
  if (!/^[\w-][\w.-]{0,99}$/.test(sessionId))
    throw new CallgateError('SESSION_INVALID', { session: JSON.stringify(sessionId) })
  const telemetry: Telemetry = { count: quietly(options.telemetry ?? noTelemetry, 'count') }
  const registry = createRegistry(options.tools)
  const vocabulary = createVocabulary(registry)
  const anchors = { cwd, home, projectRoot: cwd }
  const settings = createSettings({
    cwd,
    home,
    policyFolder: options.policyFolder ?? '/etc/claude-code',
    flag: options.settings,
    sources: options.settingSources ?? ['user', 'project', 'local'],
    trust: options.trust ?? false,
  })
  const stateFolder =
    options.stateFolder ?? join(process.env.XDG_STATE_HOME || join(home, '.local/state'), 'callgate')
  const session = createToolSession({
    id: sessionId,
    folder: join(stateFolder, 'sessions', sessionId),
    cwd,
    additionalDirectories: (options.additionalDirectories ?? []).map((folder) => resolve(cwd, folder)),
    environment: () => state.settingsNow().env,
    passApiKeys: () => state.settingsNow().callgate.passApiKeys,
    isHidden: (absolute) => state.isHidden(absolute),
  })
  const state = createPolicyState({
    settings,
    vocabulary,
    anchors,
    fixedRules: fixedRules(options),
    mode: options.permissionMode,
    workingDirectories: (additional) => {
      session.addDirectories(additional)
      return session.workingDirectory.allowed
    },
  })
  const memory =
    options.journal === 'file'
      ? createMemory({
          sessionId,
          folder: session.folder,
          isNew: options.sessionId === undefined,
          cwd,
          state: sessionState(session, state),
          prepare: () => state.current(),
        })
      : noMemory(options.journal && redactingJournal(options.journal), sessionId)
  const ports: GatePorts = {
    registry,
    session,
    policy: state,
    disk: createDisk(),
    home,
    modeNow: state.modeNow,
    hooks: createHooks({
      settings,
      sessionId,
      projectFolder: cwd,
      environment: () => childEnvironment({ extra: state.settingsNow().env }),
      ifMatches: createIfMatcher(registry, vocabulary, anchors),
      onFailed: (event, error) => telemetry.count({ kind: 'hookFailed', event, error }),
    }),
    verdicts: createVerdicts(options.classifier ?? readOnlyClassifier, (error) =>
      telemetry.count({ kind: 'fault', stage: 'launch', error: classifyToolError(error) }),
    ),
    prompter: options.prompter ?? unattended,
    promptLock: createLock(),
    results: createResultStore(session.folder),
    denials: createDenialTracker(() => state.settingsNow().callgate.denialLimit),
    telemetry,
    clock: systemClock,
  }
  return new Gate({
    ports,
    scheduler: createScheduler(() => state.settingsNow().callgate.maxParallelCalls),
    memory,
    outerSignal: options.signal,
    diagnostics: state.diagnostics,
    check: (toolUse) => checkCall(toolUse, ports, new AbortController().signal),
    release: () => session.close(),
  })
}

function sessionState({ folder, workingDirectory, reads }: OpenSession, { grants }: PolicyState) {
  return createSessionState({ folder, workingDirectory, reads, grants })
}

function redactingJournal(journal: Journal): Journal {
  const record = quietly(journal, 'record')
  return { record: (entry) => record(redactRecord(entry)) }
}

/** A port that only listens must not end what it listens to. */
function quietly<Name extends string, Value>(
  port: Record<Name, (value: Value) => void>,
  name: Name,
): (value: Value) => void {
  return (value) => {
    try {
      port[name](value)
    } catch {
      // nobody is left to tell
    }
  }
}
