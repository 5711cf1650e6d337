import type { PathPattern } from './path-pattern.js'
import type { SegmentPattern } from './path-segment.js'
import { matchesSegment } from './path-segment.js'
import { splitPath } from './path-text.js'

/**
 * Whether an absolute path lies under the pattern: it matches, or a folder above it does. With `contentsOnly` the folder
 * itself counts only where `itself` says so (deny and ask: who may not read what is in it need not list it).
 */
export function matchesPath(pattern: PathPattern, path: string, itself: boolean): boolean {
  const names = splitPath(path)
  if (pattern.root.some((segment, i) => segment !== names[i])) return false
  // every folder on the way down is tried: a folder's match covers what is below
  const states = reach(pattern.segments, names)
  const last = pattern.contentsOnly && !itself ? names.length - 1 : names.length
  return states.some((length) => length <= last)
}

/** Whether something below the folder could match. In doubt true. */
export function mayMatchBelow(pattern: PathPattern, folder: string): boolean {
  const names = splitPath(folder)
  const shared = Math.min(names.length, pattern.root.length)
  for (let i = 0; i < shared; i++) if (pattern.root[i] !== names[i]) return false
  if (names.length <= pattern.root.length) return true
  return prefixes(pattern.segments, names)
}

/** For which numbers of leading names the whole pattern matches. Positions are a set, so that no `**` multiplies the work. */
function reach(segments: readonly ('**' | SegmentPattern)[], names: readonly string[]): number[] {
  let current = closure(segments, new Set([0]))
  const matched: number[] = current.has(segments.length) ? [0] : []
  for (let i = 0; i < names.length; i++) {
    current = closure(segments, step(segments, current, names[i]!))
    if (current.has(segments.length)) matched.push(i + 1)
    if (current.size === 0) break
  }
  return matched
}

function prefixes(segments: readonly ('**' | SegmentPattern)[], names: readonly string[]): boolean {
  let current = closure(segments, new Set([0]))
  for (const name of names) {
    if (current.has(segments.length)) return true
    current = closure(segments, step(segments, current, name))
  }
  return current.size > 0
}

function closure(segments: readonly ('**' | SegmentPattern)[], positions: Set<number>): Set<number> {
  for (const position of positions) if (segments[position] === '**') positions.add(position + 1)
  return positions
}

function step(
  segments: readonly ('**' | SegmentPattern)[],
  positions: ReadonlySet<number>,
  name: string,
): Set<number> {
  const next = new Set<number>()
  for (const position of positions) {
    const segment = segments[position]
    if (segment === '**') next.add(position)
    else if (segment !== undefined && matchesSegment(segment, name)) next.add(position + 1)
  }
  return next
}
