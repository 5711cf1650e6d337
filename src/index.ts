/** The public API of `callgate`. Built-in tools: `callgate/tools`; the prompt of the command line: `callgate/prompt`. */

export type { Classifier, ClassifierQuestion, Verdict } from './classifier/classifier.js'
export { createCallgate } from './create-callgate.js'
export { CallgateError } from './errors/callgate-error.js'
export type { ErrorCode } from './errors/catalogue.js'
export { classifyToolError, TelemetrySafeError } from './errors/classify-tool-error.js'
export { ToolFailure } from './errors/tool-failure.js'
export type { Journal, JournalRecord } from './journal/journal.js'
export type { DecidedBy, Decision, LinkName, TraceEntry } from './permissions/decision.js'
export type { Behavior, RuleReference, RuleSource } from './permissions/rule.js'
export type {
  Callgate,
  CallgateOptions,
  CallOptions,
  CallOutcome,
  CheckOutcome,
  MessageStream,
  Run,
} from './pipeline/api.js'
export type { EndingKind, GateEvent, RunOutcome, StageName, Stop } from './pipeline/events.js'
export type { Answer, AskOptions, Prompter, Question, SaveDestination } from './prompt/prompter.js'
export type { Diagnostic } from './settings/snapshot.js'
export type { Telemetry, TelemetryEvent } from './telemetry/telemetry.js'
export type {
  AssistantMessage,
  ContentBlock,
  TextBlock,
  ToolResultBlock,
  ToolResultContent,
  ToolUseBlock,
  UserMessage,
} from './tool/content.js'
export { defineTool, type ToolDefinition } from './tool/define-tool.js'
export type { StandardSchema } from './tool/standard-schema.js'
export type { PathFact, Subject, SubjectFacts } from './tool/subject.js'
export type {
  AnyTool,
  CheckContext,
  PermissionAnswer,
  PermissionCheckContext,
  PermissionMode,
  Progress,
  ToolAlias,
  ToolContext,
  Validation,
} from './tool/tool.js'
