import type { Node } from 'jsonc-parser'
import { closestNames } from '../base/closest.js'
import { entries, type SettingsDocument } from './read-file.js'
import type { Diagnostic } from './snapshot.js'

/** Collects what is wrong, each with its line. */
export interface Reporter {
  readonly document: SettingsDocument
  readonly found: Diagnostic[]
  say(
    severity: Diagnostic['severity'],
    node: Node | undefined,
    message: string,
    failClosed?: Diagnostic['failClosed'],
  ): void
}

export function reporterFor(document: SettingsDocument): Reporter {
  const found: Diagnostic[] = []
  return {
    document,
    found,
    say: (severity, node, message, failClosed) => {
      const { source, file } = document
      const line = document.lineOf(node)
      found.push({
        severity,
        source,
        ...(file !== undefined && { file }),
        ...(line !== undefined && { line }),
        message,
        ...(failClosed && { failClosed }),
      })
    },
  }
}

/** `all`: every key that is not known is a mistake. `near`: only one that looks like a known one. */
export function reportUnknown(
  report: Reporter,
  node: Node | undefined,
  known: readonly string[],
  how: 'all' | 'near',
): void {
  for (const [key, , keyNode] of entries(node)) {
    if (known.includes(key)) continue
    const near = closestNames(key, known, 1).filter((name) => how === 'all' || isNearMiss(key, name))
    if (how === 'near' && near.length === 0) continue
    const hint = near.length > 0 ? ` Did you mean "${near[0]}"?` : ''
    report.say('warning', keyNode, `"${key}" is no known key and does nothing.${hint}`)
  }
}

function isNearMiss(key: string, name: string): boolean {
  const [a, b] = [key.toLowerCase(), name.toLowerCase()]
  if (a === b) return true
  return Math.abs(a.length - b.length) <= 2 && a.slice(0, 3) === b.slice(0, 3) && a.slice(-2) === b.slice(-2)
}
