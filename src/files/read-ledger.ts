import type { ReadLedger } from '../tool/session.js'

/** What the model has seen of which file in this session. */
export function createReadLedger(): ReadLedger {
  const seen = new Map<string, { readonly contentHash: string; readonly extent: 'whole' | 'partial' }>()
  return {
    noteRead: (realPath, contentHash, extent) => {
      const before = seen.get(realPath)
      // a part of what was seen whole takes nothing away
      const whole = extent === 'whole' || (before?.extent === 'whole' && before.contentHash === contentHash)
      seen.set(realPath, { contentHash, extent: whole ? 'whole' : 'partial' })
    },
    entries: () => [...seen].map(([path, { contentHash, extent }]) => [path, contentHash, extent] as const),
    seen: (realPath) => seen.get(realPath),
  }
}
