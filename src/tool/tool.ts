import type { ToolResultBlock, ToolResultContent } from './content.js'
import type { InputSchema } from './input-schema.js'
import type { ToolSession } from './session.js'
import type { Subject, SubjectFacts } from './subject.js'

export type MaybePromise<T> = T | Promise<T>

/** Another name that a call may use. A deprecated one works, and its result tells the model the new name. */
export interface ToolAlias {
  readonly name: string
  readonly deprecated: boolean
}

/** What `validateInput` answers, as the spec spells it. */
export type Validation =
  | { readonly result: true }
  /** Refused; the model sees message and code. */
  | { readonly result: false; readonly message: string; readonly errorCode: number | string }
  /** In doubt: the call goes on, but a person must confirm, shown the message. */
  | { readonly result: false; readonly message: string; readonly behavior: 'ask' }

/** The tool's own word on permission. `passthrough` objects to nothing and grants nothing. */
export type PermissionAnswer =
  | { readonly behavior: 'allow'; readonly reason: string }
  | { readonly behavior: 'deny'; readonly reason: string }
  | { readonly behavior: 'ask'; readonly reason: string }
  | { readonly behavior: 'passthrough' }

/** Something to show while a call runs. `text` is raw output as it came; `message` is a line for people. */
export type Progress =
  | { readonly kind: 'output'; readonly text: string }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'partial'; readonly output: unknown }

export type OnProgress = (progress: Progress) => void

/** What a tool may look at before it runs. */
export interface CheckContext {
  readonly cwd: string
  readonly session: ToolSession
  /** Ends when the call is aborted. */
  readonly signal: AbortSignal
}

export interface PermissionCheckContext extends CheckContext {
  readonly facts: SubjectFacts
  readonly mode: PermissionMode
}

/** What a running tool may use. Must stop soon after `signal` ends; a tool that does not is left behind, and its call settled. */
export interface ToolContext extends CheckContext {
  readonly toolUseId: string
  /**
   * Runs another tool's call through the same eight stages (REPL, sub-agents). Never rejects: a refusal is a `tool_result`
   * with `is_error`.
   */
  callTool(name: string, input: unknown): Promise<ToolResultBlock>
  /**
   * For the journal, before (without its number) and at once after the start of a process that leads a session of its own:
   * should the program be killed, the next start of the session ends what still runs. `output`: the file that it writes into, by
   * its real path.
   */
  noteProcess(pid: number | undefined, output: string): void
}

export type PermissionMode = 'default' | 'acceptEdits' | 'plan' | 'auto' | 'dontAsk' | 'bypassPermissions'

/**
 * A tool as the pipeline sees it: every field there, input and output opaque. Made by `defineTool` or `adaptTool`, never by
 * hand, so that defaults are decided in one place.
 */
export interface AnyTool {
  readonly name: string
  readonly aliases: readonly ToolAlias[]
  readonly description: string
  readonly inputSchema: InputSchema
  /** Which family of rule contents it understands: `Bash(git *)`, `Read(src/**)`, `WebFetch(domain:x)`, none. */
  readonly ruleFamily: RuleFamily
  subject(input: unknown, context: { readonly cwd: string }): Subject
  validateInput(input: unknown, context: CheckContext): MaybePromise<Validation>
  checkPermissions(input: unknown, context: PermissionCheckContext): MaybePromise<PermissionAnswer>
  readOnly(input: unknown): boolean
  /** What gets lost, in words for a person, or `undefined`. */
  destructive(input: unknown): string | undefined
  /** May run beside other calls that say so too. */
  concurrencySafe(input: unknown): boolean
  /** A person must confirm every call, whatever rules, hooks and modes say. */
  requiresUserInteraction(input: unknown): MaybePromise<boolean>
  call(input: unknown, context: ToolContext, onProgress: OnProgress): MaybePromise<unknown>
  mapResult(output: unknown): MaybePromise<ToolResultContent>
  readonly maxResultSizeChars: number
  /** Milliseconds until the call is aborted; `undefined`: the gate's default. */
  timeoutMs(input: unknown): number | undefined
}

export type RuleFamily = 'bash' | 'read' | 'edit' | 'domain' | 'exact' | 'none'
