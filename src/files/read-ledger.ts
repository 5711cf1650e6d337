import type { ReadExtent, ReadLedger } from '../tool/session.js'

interface Seen {
  readonly contentHash: string
  readonly extent: 'whole' | 'partial'
  readonly parts: readonly Lines[]
}

type Lines = Exclude<ReadExtent, string>

/** What the model has seen of which file in this session. */
export function createReadLedger(): ReadLedger {
  const seen = new Map<string, Seen>()
  return {
    noteRead: (realPath, contentHash, extent) => {
      const known = seen.get(realPath)
      // of other content nothing was seen
      const before = known?.contentHash === contentHash ? known : undefined
      const parts = joined(typeof extent === 'string' ? undefined : extent, before?.parts ?? [])
      const [first] = parts
      const all = first !== undefined && first.first === 1 && first.last === first.total
      // a part of what was seen whole takes nothing away
      const whole = extent === 'whole' || before?.extent === 'whole' || all
      seen.set(realPath, { contentHash, extent: whole ? 'whole' : 'partial', parts: whole ? [] : parts })
    },
    entries: () => [...seen].map(([path, { contentHash, extent }]) => [path, contentHash, extent] as const),
    seen: (realPath) => seen.get(realPath),
  }
}

/** Parts in order, those that meet as one. */
function joined(part: Lines | undefined, parts: readonly Lines[]): readonly Lines[] {
  if (part === undefined) return parts
  const result: Lines[] = []
  for (const next of [...parts, part].sort((a, b) => a.first - b.first)) {
    const last = result.at(-1)
    if (last === undefined || next.first > last.last + 1) result.push(next)
    else result[result.length - 1] = { ...last, last: Math.max(last.last, next.last) }
  }
  return result
}
