import { CallgateError } from '../errors/callgate-error.js'
import type { ToolResultContent } from './content.js'
import { toInputSchema } from './read-schema.js'
import type { InferInput, StandardSchema } from './standard-schema.js'
import type { Subject } from './subject.js'
import type {
  AnyTool,
  CheckContext,
  MaybePromise,
  OnProgress,
  PermissionAnswer,
  PermissionCheckContext,
  RuleFamily,
  ToolAlias,
  ToolContext,
  Validation,
} from './tool.js'

/** What an author writes. Only `name`, `inputSchema` and `call` are needed. */
export interface ToolDefinition<Schema extends StandardSchema, Output> {
  /** Letters, digits, `_` and `-`; at most 64 (the Messages API takes no others). */
  readonly name: string
  readonly aliases?: readonly (string | ToolAlias)[]
  readonly description?: string
  /** Zod 4 or any Standard Schema. */
  readonly inputSchema: Schema
  /** Runs on input that passed the schema; default: everything is fine. */
  validateInput?(input: InferInput<Schema>, context: CheckContext): MaybePromise<Validation>
  /** The tool's own word; default `passthrough`: no objection, no grant. */
  checkPermissions?(
    input: InferInput<Schema>,
    context: PermissionCheckContext,
  ): MaybePromise<PermissionAnswer>
  /** Default false. A function that throws counts as false. */
  readonly readOnly?: boolean | ((input: InferInput<Schema>) => boolean)
  /** What gets lost, in words for a person; `true` for a general warning. */
  readonly destructive?: boolean | ((input: InferInput<Schema>) => boolean | string | undefined)
  /** May run beside others that say so. Default: what `readOnly` says. */
  readonly concurrencySafe?: boolean | ((input: InferInput<Schema>) => boolean)
  readonly requiresUserInteraction?: boolean
  /** What rules look at; default: nothing but name and parameters. */
  readonly subject?: (input: InferInput<Schema>, context: { readonly cwd: string }) => Subject
  readonly ruleFamily?: RuleFamily
  call(input: InferInput<Schema>, context: ToolContext, onProgress: OnProgress): MaybePromise<Output>
  /** Default: text as it is, anything else as JSON text. */
  mapResult?(output: Output): MaybePromise<ToolResultContent>
  /** Characters of a result that stay inline. Default and most: the setting `callgate.maxResultSizeChars`. */
  readonly maxResultSizeChars?: number
  /** Milliseconds. Default: the setting `callgate.toolTimeoutMs`. */
  readonly timeoutMs?: number | ((input: InferInput<Schema>) => number | undefined)
}

const legalName = /^[a-zA-Z0-9_-]{1,64}$/

/** Makes a tool. Throws CallgateError TOOL_INVALID where the definition cannot work, at once and not at the first call. */
export function defineTool<const Schema extends StandardSchema, Output>(
  definition: ToolDefinition<Schema, Output>,
): AnyTool {
  const { name } = definition
  if (typeof name !== 'string' || !legalName.test(name)) {
    throw new CallgateError('TOOL_INVALID', {
      tool: JSON.stringify(name),
      problem: 'a name has 1 to 64 letters, digits, "_" and "-".',
    })
  }
  if (typeof definition.call !== 'function') {
    throw new CallgateError('TOOL_INVALID', { tool: name, problem: 'it has no function `call`.' })
  }
  const own = definition as unknown as ToolDefinition<StandardSchema<unknown, never>, unknown>
  const readOnly = asPredicate(own.readOnly)
  return {
    name,
    aliases: (own.aliases ?? []).map((alias) =>
      typeof alias === 'string' ? { name: alias, deprecated: false } : alias,
    ),
    description: own.description ?? '',
    inputSchema: toInputSchema(own.inputSchema, name),
    ruleFamily: own.ruleFamily ?? 'none',
    subject: (input, context) => own.subject?.(input as never, context) ?? { kind: 'none' },
    validateInput: (input, context) => own.validateInput?.(input as never, context) ?? { result: true },
    checkPermissions: (input, context) =>
      own.checkPermissions?.(input as never, context) ?? { behavior: 'passthrough' },
    readOnly,
    destructive: (input) => describeLoss(own.destructive, input),
    concurrencySafe: own.concurrencySafe === undefined ? readOnly : asPredicate(own.concurrencySafe),
    requiresUserInteraction: () => own.requiresUserInteraction ?? false,
    call: (input, context, onProgress) => own.call(input as never, context, onProgress),
    mapResult: (output) => own.mapResult?.(output) ?? mapAnything(output),
    maxResultSizeChars: own.maxResultSizeChars ?? Number.POSITIVE_INFINITY,
    timeoutMs: (input) =>
      typeof own.timeoutMs === 'function' ? own.timeoutMs(input as never) : own.timeoutMs,
  }
}

type Flag = boolean | ((input: never) => boolean) | undefined

/** Fail closed: a predicate that throws, or answers anything but `true`, says no. */
function asPredicate(flag: Flag): (input: unknown) => boolean {
  if (typeof flag !== 'function') return () => flag === true
  return (input) => {
    try {
      return flag(input as never) === true
    } catch {
      return false
    }
  }
}

function describeLoss(
  flag: boolean | ((input: never) => boolean | string | undefined) | undefined,
  input: unknown,
): string | undefined {
  const general = 'This may destroy something that cannot be brought back.'
  try {
    const said = typeof flag === 'function' ? flag(input as never) : flag
    return said === true ? general : said || undefined
  } catch {
    return general
  }
}

/** Text stays text; nothing becomes a sentence, since the API refuses no content; anything else becomes JSON text. */
export function mapAnything(output: unknown): ToolResultContent {
  if (typeof output === 'string') return { content: output }
  if (output === undefined || output === null) return { content: '(no output)' }
  return { content: JSON.stringify(output, replaceUnprintable, 2) ?? String(output) }
}

function replaceUnprintable(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
