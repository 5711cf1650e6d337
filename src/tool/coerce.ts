import { isRecord, type Json, tryParseJson } from '../base/json.js'
import type { InputIssue } from './input-schema.js'
import { jsonType, schemaAt } from './schema-at.js'

/**
 * What a model's slip becomes, at a place that the schema has just refused (the table in docs/reference/coercion.md):
 *
 * | came | the schema wants | becomes |
 * |---|---|---|
 * | nothing at all, as the whole input | an object | `{}` |
 * | text of a JSON object, as the whole input | an object | that object |
 * | text of a number | number, integer | the number |
 * | `"true"`, `"false"` | boolean | the boolean |
 * | `"null"` | null | null |
 * | text of a JSON array or object | array, object | that value |
 * | null, in a field that may be left out | no null | the field is left out |
 *
 * Nothing else is touched: no number becomes text, no text is split, no case is changed. A place where text is right is
 * never converted.
 */
export function coerceAt(raw: unknown, issues: readonly InputIssue[], schema: Json | undefined): unknown {
  let value = coerceWhole(raw)
  for (const { path } of issues) {
    if (path.length > 0) value = coercePlace(value, path, schema)
  }
  return value
}

/** The whole input: missing means empty, and some providers hand the raw JSON text over. */
export function coerceWhole(raw: unknown): unknown {
  if (raw === undefined) return {}
  if (typeof raw !== 'string') return raw
  const parsed = raw.trim() === '' ? {} : tryParseJson(raw)
  return isRecord(parsed) ? parsed : raw
}

function coercePlace(root: unknown, path: readonly (string | number)[], schema: Json | undefined): unknown {
  const place = schemaAt(schema, path)
  if (place === undefined) return root
  const value = valueAt(root, path)
  if (value === null && !place.required && !place.types.has('null')) return withoutField(root, path)
  if (typeof value !== 'string' || place.types.has('string')) return root
  const converted = convertText(value, place.types)
  return converted === undefined ? root : withValue(root, path, converted.value)
}

const numberText = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/

function convertText(text: string, types: ReadonlySet<string>): { value: unknown } | undefined {
  const trimmed = text.trim()
  if ((types.has('number') || types.has('integer')) && numberText.test(trimmed)) {
    const number = Number(trimmed)
    // digits that a double cannot hold would silently become another number
    const exact = !Number.isInteger(number) || Number.isSafeInteger(number)
    if (Number.isFinite(number) && exact) return { value: number }
  }
  if (types.has('boolean') && (trimmed === 'true' || trimmed === 'false'))
    return { value: trimmed === 'true' }
  if (types.has('null') && trimmed === 'null') return { value: null }
  if (types.has('array') || types.has('object')) {
    const parsed = tryParseJson(trimmed)
    if (types.has(jsonType(parsed)) && typeof parsed === 'object' && parsed !== null) return { value: parsed }
  }
  return undefined
}

/** Own properties only: a path comes from a schema library, but the value from a model. */
export function valueAt(root: unknown, path: readonly (string | number)[]): unknown {
  let value = root
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string | number, unknown>)[step]
  }
  return value
}

function withValue(root: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  if (Array.isArray(root))
    return root.map((each, index) => (index === Number(step) ? withValue(each, rest, value) : each))
  if (!isRecord(root)) return root
  // entries, not spread: `__proto__` sent by a model stays a plain field
  return Object.fromEntries(
    Object.entries(root).map(([key, each]) => [key, key === step ? withValue(each, rest, value) : each]),
  )
}

function withoutField(root: unknown, path: readonly (string | number)[]): unknown {
  const field = path.at(-1)
  const holder = valueAt(root, path.slice(0, -1))
  if (!isRecord(holder)) return root
  const left = Object.fromEntries(Object.entries(holder).filter(([key]) => key !== field))
  return withValue(root, path.slice(0, -1), left)
}
