import { deepFreeze, isRecord } from '../base/json.js'
import { classifyToolError } from '../errors/classify-tool-error.js'
import { coerceAt, coerceWhole } from '../tool/coerce.js'
import { describeIssues } from '../tool/describe-issues.js'
import type { AnyTool } from '../tool/tool.js'
import { MalformedInput } from './call.js'
import type { CallContext } from './context.js'
import { inTime } from './in-time.js'
import { withinDepth } from './within-depth.js'

export type CheckedInput =
  | { readonly ok: true; readonly input: unknown }
  | { readonly ok: false; readonly problem: string }

/** Schema phase: parse; where that fails, convert at the places it names, and parse once more. The input comes out frozen. */
export async function parseInput(tool: AnyTool, raw: unknown, signal: AbortSignal): Promise<CheckedInput> {
  const whole = withinDepth(coerceWhole(raw))
  if (whole instanceof MalformedInput) return unreadable(tool, whole)
  // a copy: what the model's message holds must not change with what a schema or a tool does to the input
  const given = copyOf(whole)
  const first = await inTime(tool.inputSchema.parse(given), signal)
  if (first.ok) return { ok: true, input: deepFreeze(first.value) }
  const { jsonSchema } = tool.inputSchema
  const coerced = withinDepth(coerceAt(given, first.issues, jsonSchema))
  if (coerced instanceof MalformedInput) return unreadable(tool, coerced)
  const second = coerced === given ? first : await inTime(tool.inputSchema.parse(coerced), signal)
  if (second.ok) return { ok: true, input: deepFreeze(second.value) }
  return { ok: false, problem: describeIssues(tool.name, coerced, second.issues, jsonSchema) }
}

function unreadable(tool: AnyTool, { text, problem }: MalformedInput): CheckedInput {
  const shown = text.length > 200 ? `${text.slice(0, 200)}… (${text.length} characters)` : text
  return { ok: false, problem: `The input of ${tool.name} cannot be read: ${problem}. It began: ${shown}` }
}

function copyOf(value: unknown): unknown {
  return isFlat(value) ? { ...value } : deepCopy(value)
}

/** Most inputs are a handful of texts and numbers. */
function isFlat(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return false
  for (const key of Reflect.ownKeys(value)) {
    if (typeof key === 'symbol' || key === '__proto__') return false
    const field = value[key]
    if (typeof field === 'object' && field !== null) return false
    if (typeof field === 'function' || typeof field === 'symbol') return false
  }
  return true
}

function deepCopy(value: unknown): unknown {
  try {
    return structuredClone(value)
  } catch {
    // a host may hand over functions: those are no JSON, and the schema decides what becomes of them
    return value
  }
}

export type CheckedBusiness =
  | { readonly ok: true; readonly askReasons: readonly string[] }
  | { readonly ok: false; readonly problem: string }

/** Business phase. A `validateInput` that throws refuses: its tool cannot say that the input is fine. */
export async function checkBusiness(
  tool: AnyTool,
  input: unknown,
  context: CallContext,
): Promise<CheckedBusiness> {
  const { session, signal } = context
  try {
    const cwd = session.workingDirectory.current
    const answer = await inTime(tool.validateInput(input, { cwd, session, signal }), signal)
    if (answer.result === true) return { ok: true, askReasons: [] }
    if ('behavior' in answer && answer.behavior === 'ask') return { ok: true, askReasons: [answer.message] }
    const code = 'errorCode' in answer ? ` (errorCode: ${answer.errorCode})` : ''
    return { ok: false, problem: `${answer.message}${code}` }
  } catch (error) {
    if (signal.aborted) throw error
    context.telemetry.count({ kind: 'toolError', tool: tool.name, error: classifyToolError(error) })
    const said = error instanceof Error ? error.message : String(error)
    return { ok: false, problem: `${tool.name} could not check its input: ${said}` }
  }
}
