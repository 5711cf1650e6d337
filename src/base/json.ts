/** Any value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/** A plain object: not null, not an array. Values are unknown: the caller checks what it reads. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What `JSON.parse` would give, or `undefined` where the text is not JSON. (`undefined` is no JSON value.) */
export function tryParseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** JSON text with sorted keys, so that equal values give equal texts: for hashes and cache keys. */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) =>
      isRecord(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
        : inner,
    ) ?? 'undefined'
  )
}

/** Freezes a JSON-like value all the way down, so that what was decided on cannot be changed afterwards. */
export function deepFreeze<T>(value: T): T {
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    // a typed array cannot be frozen, and holds bytes, not the fields that rules look at
    if (typeof next !== 'object' || next === null || Object.isFrozen(next) || ArrayBuffer.isView(next))
      continue
    Object.freeze(next)
    for (const inner of Object.values(next)) waiting.push(inner)
  }
  return value
}
