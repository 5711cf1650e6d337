import type { AnyTool, PermissionAnswer, PermissionMode } from '../tool/tool.js'
import type { Policy } from './policy.js'
import type { RuleSource } from './rule.js'
import type { KnownSubject } from './subject-facts.js'

/** The merged answer of the PreToolUse hooks. `ask` and `none` leave the rest of the chain to speak. */
export interface HookVoice {
  readonly behavior: 'allow' | 'deny' | 'ask' | 'none'
  readonly reason: string
  /** How the hook is named to people: its command, with file:line. */
  readonly hook: string
  readonly source: RuleSource | undefined
}

/** A settings file that could not be read, or a deny or ask rule that could not be understood. */
export interface FailClosed {
  readonly reason: string
  readonly file?: string
  readonly line?: number
  /** Only this tool's calls ask; `undefined`: every call. */
  readonly toolName?: string
}

/** All that `decide` looks at. Nothing is fetched while deciding. */
export interface DecisionFacts {
  readonly tool: Pick<AnyTool, 'name' | 'ruleFamily'>
  readonly input: unknown
  readonly subject: KnownSubject
  readonly policy: Policy
  readonly mode: PermissionMode
  readonly hook: HookVoice
  readonly hookAuthority: 'advise' | 'override'
  readonly validationAsks: readonly string[]
  readonly toolAnswer: PermissionAnswer
  readonly requiresUserInteraction: boolean
  readonly failClosed: readonly FailClosed[]
  /** Absolute. */
  readonly workingDirectories: readonly string[]
  readonly cwd: string
  readonly home: string
}
