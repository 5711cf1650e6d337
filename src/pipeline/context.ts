import type { Clock } from '../base/clock.js'
import type { Verdicts } from '../classifier/verdicts.js'
import type { HookPort } from '../hooks/hook-port.js'
import type { JournalEvent } from '../journal/journal.js'
import type { FailClosed } from '../permissions/decision-facts.js'
import type { DenialPort } from '../permissions/denial-port.js'
import type { Policy } from '../permissions/policy.js'
import type { DiskPort } from '../permissions/subject-facts.js'
import type { Prompter, SaveDestination } from '../prompt/prompter.js'
import type { ResultStore } from '../results/result-store.js'
import type { CallgateSettings } from '../settings/snapshot.js'
import type { Telemetry } from '../telemetry/telemetry.js'
import type { ToolResultBlock } from '../tool/content.js'
import type { ToolRegistry } from '../tool/registry.js'
import type { ToolSession } from '../tool/session.js'
import type { PermissionMode } from '../tool/tool.js'
import type { GateEvent, Stop } from './events.js'
import type { Lock } from './lock.js'
import type { Turn } from './scheduler.js'

/** The rules and modes in force at one moment. A change of any of it makes a new one with another `version`. */
export interface PolicyNow {
  readonly version: number
  readonly policy: Policy
  readonly mode: PermissionMode
  readonly callgate: CallgateSettings
  readonly failClosed: readonly FailClosed[]
  /** Absolute. */
  readonly workingDirectories: readonly string[]
  /** Policy settings forbid saving rules. */
  readonly rulesLocked: boolean
}

export interface PolicyPort {
  /** With an age: a look at the settings that is no older than that many milliseconds will do. */
  current(maxAgeMs?: number): Promise<PolicyNow>
  /** Values as last seen, without looking at the disk again; rules are decided on `current`. */
  settingsNow(): { readonly callgate: CallgateSettings }
  /** The version last seen, without looking at the disk again. */
  latestVersion(): number
  /** Puts a rule in force, and saves it where the destination is a file. Answers what went wrong, in words. */
  grant(rule: string, destination: SaveDestination): Promise<{ readonly problem: string | undefined }>
}

/** Ports that live as long as the gate. */
export interface GatePorts {
  readonly registry: ToolRegistry
  readonly session: ToolSession
  readonly policy: PolicyPort
  readonly disk: DiskPort
  readonly home: string
  /** The mode at the last look at the settings, for what hooks are told. */
  modeNow(): PermissionMode
  readonly hooks: HookPort
  readonly verdicts: Verdicts
  readonly prompter: Prompter
  /** One prompt at a time, whatever message a call belongs to. */
  readonly promptLock: Lock
  readonly results: ResultStore
  readonly denials: DenialPort
  readonly telemetry: Telemetry
  readonly clock: Clock
}

/** Everything a stage may use. Passed as an argument: async context tracking would double the price of every promise. */
export interface CallContext extends GatePorts {
  readonly id: string
  /** Ends when this call, its message or the gate is aborted. */
  readonly signal: AbortSignal
  readonly turn: Turn
  /** Set once somebody stopped the message: calls that have not begun do not begin. */
  readonly halt: { stop?: Stop }
  emit(event: GateEvent): void
  note(fields: { readonly event: JournalEvent; readonly [field: string]: unknown }): void
  /** Another call inside this one, through the same stages. */
  callTool(name: string, input: unknown): Promise<ToolResultBlock>
}
