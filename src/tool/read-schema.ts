import { Validator } from '@cfworker/json-schema'
import { isRecord, type Json, type JsonObject } from '../base/json.js'
import { CallgateError } from '../errors/callgate-error.js'
import type { InputIssue, InputSchema, ParsedInput } from './input-schema.js'
import { isStandardSchema, type StandardSchema } from './standard-schema.js'

/**
 * One form for whatever describes an input: Zod or another Standard Schema, the AI SDK's `jsonSchema()`, or a plain JSON
 * Schema object. Throws TOOL_INVALID for anything else, and for a JSON Schema that cannot be compiled.
 */
export function toInputSchema(schema: unknown, tool: string): InputSchema {
  if (isStandardSchema(schema)) return fromStandardSchema(schema)
  if (isRecord(schema)) {
    const wrapped = 'jsonSchema' in schema && isRecord(schema.jsonSchema)
    const json = wrapped ? schema.jsonSchema : schema
    if (isRecord(json) && looksLikeJsonSchema(json)) return fromJsonSchema(json, tool)
  }
  throw new CallgateError('TOOL_INVALID', {
    tool,
    problem:
      'its inputSchema is neither a Standard Schema (Zod 4, Valibot, ArkType, …) nor a JSON Schema object.',
  })
}

function looksLikeJsonSchema(value: Record<string, unknown>): boolean {
  const marks = ['type', 'properties', '$ref', '$schema', 'anyOf', 'oneOf', 'allOf', 'additionalProperties']
  return marks.some((mark) => Object.hasOwn(value, mark)) || Object.keys(value).length === 0
}

function fromStandardSchema(schema: StandardSchema): InputSchema {
  const { validate } = schema['~standard']
  const read = (result: Awaited<ReturnType<typeof validate>>): ParsedInput =>
    result.issues === undefined
      ? { ok: true, value: result.value }
      : { ok: false, issues: result.issues.map(({ message, path }) => ({ message, path: plainPath(path) })) }
  return {
    jsonSchema: exposedJsonSchema(schema),
    parse: (raw) => {
      const result = validate.call(schema['~standard'], raw)
      return result instanceof Promise ? result.then(read) : read(result)
    },
  }
}

function plainPath(
  path: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined,
): InputIssue['path'] {
  return (path ?? []).map((step) => {
    const key = typeof step === 'object' ? step.key : step
    return typeof key === 'symbol' ? String(key) : key
  })
}

function exposedJsonSchema(schema: StandardSchema): JsonObject | undefined {
  try {
    const json = schema['~standard'].jsonSchema?.input({ target: 'draft-2020-12' })
    return json === undefined ? undefined : withoutIntegerBounds(json as JsonObject)
  } catch {
    // a transform or a custom type has no JSON Schema: such a tool works, without coercion
    return undefined
  }
}

/** Zod writes the bounds of safe integers into every `.int()`: noise to a model. */
function withoutIntegerBounds(schema: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) => {
    if (!isRecord(value) || value.type !== 'integer') return value
    const { minimum, maximum, ...rest } = value
    return {
      ...rest,
      ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
      ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    }
  }) as JsonObject
}

function fromJsonSchema(json: Record<string, unknown>, tool: string): InputSchema {
  let validator: Validator
  try {
    validator = new Validator(json, '2020-12', false)
    // references are resolved at the first use: find a broken one now, not at the first call
    validator.validate({})
  } catch (error) {
    const problem = `its JSON Schema cannot be used: ${error instanceof Error ? error.message : String(error)}`
    throw new CallgateError('TOOL_INVALID', { tool, problem })
  }
  return {
    jsonSchema: json as Json,
    parse: (raw) => {
      const { valid, errors } = validator.validate(raw)
      if (valid) return { ok: true, value: raw }
      return { ok: false, issues: errors.filter(isLeaf(errors)).map(toIssue) }
    },
  }
}

type OutputUnit = ReturnType<Validator['validate']>['errors'][number]

/** The validator reports a failing property at each level above it too: only the innermost says anything. */
function isLeaf(errors: readonly OutputUnit[]): (unit: OutputUnit) => boolean {
  const wrappers = new Set(['properties', 'items', 'prefixItems', 'additionalProperties', '$ref', 'allOf'])
  return (unit) =>
    !wrappers.has(unit.keyword) || !errors.some((other) => other !== unit && isBelow(other, unit))
}

function isBelow(inner: OutputUnit, outer: OutputUnit): boolean {
  return (
    inner.instanceLocation.startsWith(outer.instanceLocation) &&
    inner.keywordLocation.startsWith(outer.keywordLocation)
  )
}

function toIssue({ instanceLocation, error }: OutputUnit): InputIssue {
  const path = instanceLocation
    .split('/')
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
  return { path, message: error }
}
