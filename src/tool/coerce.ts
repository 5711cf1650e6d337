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
  const draft = new Draft(coerceWhole(raw))
  for (const { path } of issues) {
    if (path.length > 0) coercePlace(draft, path, schema)
  }
  return draft.root
}

/** The whole input: missing means empty, and some providers hand the raw JSON text over. */
export function coerceWhole(raw: unknown): unknown {
  if (raw === undefined) return {}
  if (typeof raw !== 'string') return raw
  const parsed = raw.trim() === '' ? {} : tryParseJson(raw)
  return isRecord(parsed) ? parsed : raw
}

function coercePlace(draft: Draft, path: readonly (string | number)[], schema: Json | undefined): void {
  const place = schemaAt(schema, path)
  if (place === undefined) return
  const value = valueAt(draft.root, path)
  if (value === null && !place.required && !place.types.has('null')) {
    draft.remove(path)
    return
  }
  if (typeof value !== 'string' || place.types.has('string')) return
  const converted = convertText(value, place.types)
  if (converted !== undefined) draft.set(path, converted.value)
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

/** A value whose containers are copied before the first change, each once: what came in stays as it was. */
class Draft {
  root: unknown
  readonly #copied = new Set<unknown>()

  constructor(root: unknown) {
    this.root = root
  }

  set(path: readonly (string | number)[], value: unknown): void {
    if (path.length === 0) this.root = value
    else this.#change(path, (holder, step) => define(holder, step, value))
  }

  remove(path: readonly (string | number)[]): void {
    this.#change(path, (holder, step) => {
      if (!Array.isArray(holder)) delete (holder as Record<string | number, unknown>)[step]
    })
  }

  #change(path: readonly (string | number)[], change: (holder: object, step: string | number) => void): void {
    this.root = this.#own(this.root)
    let holder = this.root
    for (const [place, step] of path.entries()) {
      if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, step)) return
      if (place === path.length - 1) {
        change(holder, step)
        return
      }
      const inner = this.#own((holder as Record<string | number, unknown>)[step])
      define(holder, step, inner)
      holder = inner
    }
  }

  #own(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || this.#copied.has(value)) return value
    // entries, not spread: `__proto__` sent by a model stays a plain field
    const copy = Array.isArray(value) ? [...value] : Object.fromEntries(Object.entries(value))
    this.#copied.add(copy)
    return copy
  }
}

function define(holder: object, step: string | number, value: unknown): void {
  Object.defineProperty(holder, step, { value, enumerable: true, configurable: true, writable: true })
}
