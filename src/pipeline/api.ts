import type { Classifier } from '../classifier/classifier.js'
import type { InterruptedCall } from '../journal/interrupted.js'
import type { Journal } from '../journal/journal.js'
import type { Decision } from '../permissions/decision.js'
import type { Prompter } from '../prompt/prompter.js'
import type { Diagnostic } from '../settings/snapshot.js'
import type { Telemetry } from '../telemetry/telemetry.js'
import type { AssistantMessage, TextBlock, ToolResultBlock } from '../tool/content.js'
import type { AnyTool, PermissionMode } from '../tool/tool.js'
import type { EndingKind, GateEvent, RunOutcome, Stop } from './events.js'

export interface CallgateOptions {
  /** Absolute, or relative to the process; where commands run and paths start. Default: the process's. */
  readonly cwd?: string
  /** `defineTool(…)`, a record of AI-SDK-shaped tools, or a mix in an array. Built-in ones come from `callgate/tools`. */
  readonly tools: readonly unknown[] | Readonly<Record<string, unknown>>
  /** Settings in the settings.json form, as if given with `--settings`; or the path of such a file. */
  readonly settings?: Readonly<Record<string, unknown>> | string
  /** Which files are read. Default: all. The organisation's policy is always read. */
  readonly settingSources?: readonly ('user' | 'project' | 'local')[]
  /** Rules as on the command line: source `cliArg`. */
  readonly allowedTools?: readonly string[]
  readonly disallowedTools?: readonly string[]
  /** Rules of a slash command's front matter: source `command`. */
  readonly commandAllowedTools?: readonly string[]
  readonly permissionMode?: PermissionMode
  readonly additionalDirectories?: readonly string[]
  /** The person trusts this folder: allow rules, hooks and env of its project and local settings count. Default: false. */
  readonly trust?: boolean
  /** Default: nobody can answer, so what would ask is refused. */
  readonly prompter?: Prompter
  /** Default: the analyser's read-only verdict. */
  readonly classifier?: Classifier
  /** `'file'`: journal, answers and state of the session in its folder, so that a kill loses nothing. Default: none. */
  readonly journal?: Journal | 'file'
  readonly telemetry?: Telemetry
  /** Ends everything that runs. */
  readonly signal?: AbortSignal
  /** Names the session; its folder lies under `stateFolder`. Default: a new random one. */
  readonly sessionId?: string
  /** Default: `$XDG_STATE_HOME/callgate`, else `~/.local/state/callgate`. */
  readonly stateFolder?: string
  /** Default: the user's. */
  readonly home?: string
  /** Folder of the organisation's managed settings. Default: `/etc/claude-code`. */
  readonly policyFolder?: string
}

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly onEvent?: (event: GateEvent) => void
}

/** What became of one call. */
export interface CallOutcome {
  readonly result: ToolResultBlock
  readonly ending: EndingKind
  /** `undefined` where the call ended before stage 4. */
  readonly decision?: Decision
  /** For the message after the results: hooks' context, guidance after denials. */
  readonly texts: readonly TextBlock[]
  readonly stop?: Stop
}

/** What `check` answers: a decision without running anything. */
export interface CheckOutcome {
  /** `ask`: a person would be asked. `error`: lookup or validation refused it. */
  readonly decision: 'allow' | 'ask' | 'deny' | 'error'
  readonly stage: 'lookup' | 'validation' | 'permission'
  readonly reason: string
  readonly trace?: Decision
}

/**
 * Decoded Messages API events, one by one; or their text or bytes as they come from the network (server-sent events, or JSON
 * Lines of them), in any pieces.
 */
export type MessageStream = AsyncIterable<unknown> | Iterable<unknown>

/**
 * Events as they happen. Leaving the loop early aborts what still runs. `outcome` settles whether anybody iterates or not. What
 * goes wrong with calls, and a stream that breaks off (`brokenOff`), does not reject it; what is neither a message nor the stream
 * of one does, with CallgateError INPUT_UNRECOGNISED, and the loop throws the same.
 */
export interface Run extends AsyncIterable<GateEvent> {
  readonly outcome: Promise<RunOutcome>
}

export interface Callgate {
  /** Everything found while reading settings so far. */
  diagnostics(): Promise<readonly Diagnostic[]>
  readonly sessionId: string
  /** Absolute: where whole results and task outputs stand. */
  readonly sessionFolder: string
  readonly tools: readonly AnyTool[]
  /**
   * Takes one block through the eight stages. Never rejects on account of a tool, hook, prompt or disk. A tool calls others by
   * its context's `callTool`: this one would wait for the call that it is made from, until that one's time limit ends it.
   */
  call(toolUse: unknown, options?: CallOptions): Promise<CallOutcome>
  /** Decides without executing: no hook runs, nobody is asked. */
  check(toolUse: unknown): Promise<CheckOutcome>
  /** A whole assistant message, or the stream of one. */
  run(message: AssistantMessage | MessageStream, options?: { readonly signal?: AbortSignal }): Run
  /** `run` for those who only want the answer. */
  results(
    message: AssistantMessage | MessageStream,
    options?: { readonly signal?: AbortSignal },
  ): Promise<RunOutcome>
  /**
   * With `journal: 'file'`: calls that an earlier process of this session had begun and never answered, with a result for the
   * model; none is run again, and the next process does not name them again. Rejects with CallgateError SESSION_IN_USE or
   * SESSION_UNREADABLE.
   */
  interrupted(): Promise<readonly InterruptedCall[]>
  /** Ends what runs (background tasks too) and waits for it. Further calls are refused with an error result. */
  close(): Promise<void>
}
