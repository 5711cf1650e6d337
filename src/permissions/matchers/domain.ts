import { matchesWildcard, parseWildcard } from '../../base/wildcard.js'

/** `domain:` of a rule: one host, `*.host` for all below it, or `*` inside a label. */
export interface DomainPattern {
  readonly labels: readonly string[]
  /** It began with `*.`: one or more labels stand before. */
  readonly below: boolean
}

export function compileDomain(content: string): DomainPattern | undefined {
  const match = /^domain:(.+)$/i.exec(content.trim())
  const host = match && normalHost(match[1]!)
  if (!host || !/^[\p{L}\p{N}*_.:[\]-]+$/u.test(host)) return undefined
  const below = host.startsWith('*.')
  return { labels: (below ? host.slice(2) : host).split('.'), below }
}

export function matchesDomain({ labels, below }: DomainPattern, host: string): boolean {
  const parts = normalHost(host).split('.')
  if (below ? parts.length <= labels.length : parts.length !== labels.length) return false
  const tail = parts.slice(parts.length - labels.length)
  return labels.every((label, i) => matchesLabel(label, tail[i]!))
}

/** Case and the final dot mean nothing to name servers. */
export function normalHost(host: string): string {
  return host.trim().toLowerCase().replace(/\.$/, '')
}

function matchesLabel(label: string, part: string): boolean {
  return matchesWildcard(parseWildcard(label), part)
}
