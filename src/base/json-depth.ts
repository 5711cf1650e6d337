/** Levels of lists and objects inside each other: far above any tool's input, far below what overflows a stack. */
export const maxJsonDepth = 200

/**
 * Whether a value holds more levels than `maxJsonDepth`; one that goes round in a circle does. `JSON.parse` reads any depth, but
 * what walks the value afterwards, `JSON.stringify` first of all, overflows. Looks at a level at a time, so that this does not.
 */
export function isNestedTooDeep(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  // nearly every input: nothing is built to say so
  if (isFlat(value)) return false
  let level = containersAmong([value])
  for (let depth = 0; level.size > 0; depth++) {
    if (depth === maxJsonDepth) return true
    const next = new Set<object>()
    for (const container of level) containersAmong(Object.values(container), next)
    level = next
  }
  return false
}

function isFlat(container: object): boolean {
  for (const key in container) {
    const inner = (container as Record<string, unknown>)[key]
    if (typeof inner === 'object' && inner !== null) return false
  }
  return true
}

function containersAmong(values: readonly unknown[], found = new Set<object>()): Set<object> {
  for (const value of values) {
    if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) found.add(value)
  }
  return found
}

// enough to see what it is
const shownLevels = 20

/** JSON text to be looked at, of any value whatever: what stands deeper than some levels becomes `…`. Never throws. */
export function shownJson(value: unknown): string {
  try {
    return JSON.stringify(cutBelow(value, shownLevels)) ?? String(value)
  } catch {
    return '(cannot be shown)'
  }
}

function cutBelow(value: unknown, levels: number): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return '…'
  if (Array.isArray(value)) return value.map((each) => cutBelow(each, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cutBelow(inner, levels - 1)]))
}
