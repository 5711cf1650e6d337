import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { extract } from './extract.js'
import { merge } from './merge.js'
import { documentOf, type ReadResult, readSettingsFile } from './read-file.js'
import type { SettingsPort, SettingsSnapshot } from './snapshot.js'
import { type SettingsFile, type SettingsOptions, settingsFiles } from './sources.js'
import { withoutTrust } from './trust.js'

interface Known {
  readonly stamp: string
  readonly result: ReadResult
}

/** The settings in force. `current()` looks whether a file changed, and reads again only those that did; it never rejects. */
export function createSettings(options: SettingsOptions): SettingsPort {
  const known = new Map<string, Known>()
  const given = typeof options.flag === 'object' ? documentOf(options.flag, 'flagSettings') : undefined
  let snapshot: SettingsSnapshot | undefined
  let stamps = ''
  let looking: Promise<SettingsSnapshot> | undefined
  let lookedAt = 0

  const look = async (): Promise<SettingsSnapshot> => {
    const files = settingsFiles(options)
    const begun = performance.now()
    const found = await Promise.all(files.map((file) => read(file, known)))
    const now = JSON.stringify(files.map(({ file }, i) => [file, found[i]!.stamp]))
    if (snapshot === undefined || now !== stamps) {
      stamps = now
      const results = [...found.map(({ result }) => result), ...(given ? [given] : [])]
      snapshot = { ...combine(results, options), version: (snapshot?.version ?? 0) + 1 }
    }
    lookedAt = begun
    return snapshot
  }
  return {
    latest: () => snapshot,
    // whoever asks while a look is under way gets that one: it began after they decided to ask, or they ask again
    current: (maxAgeMs = 0) => {
      if (maxAgeMs > 0 && snapshot !== undefined && performance.now() - lookedAt <= maxAgeMs)
        return Promise.resolve(snapshot)
      looking ??= look().finally(() => {
        looking = undefined
      })
      return looking
    },
  }
}

async function read({ file, source, required }: SettingsFile, known: Map<string, Known>): Promise<Known> {
  const stamp = stampOf(file)
  const before = known.get(file)
  if (before?.stamp === stamp) return before
  const next = { stamp, result: await readSettingsFile(file, source, required) }
  known.set(file, next)
  return next
}

/**
 * Changes whenever the file does: two writes within one tick of the clock still differ in size, inode or change time.
 * Synchronous: every decision asks, and a thread's round trip costs twenty times the look.
 */
function stampOf(file: string): string {
  try {
    const found = statSync(file, { throwIfNoEntry: false })
    return found === undefined ? 'none' : `${found.mtimeMs} ${found.ctimeMs} ${found.size} ${found.ino}`
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}

function combine(
  results: readonly ReadResult[],
  { trust, cwd, home }: SettingsOptions,
): Omit<SettingsSnapshot, 'version'> {
  const extracted = results.flatMap(({ document }) => (document ? [extract(document)] : []))
  const trusted = trust ? extracted : extracted.map(withoutTrust)
  const unread = results.flatMap(({ diagnostics }) => diagnostics)
  const merged = merge(trusted, unread)
  return {
    ...merged,
    additionalDirectories: merged.additionalDirectories.map((folder) => absolute(folder, cwd, home)),
  }
}

function absolute(folder: string, cwd: string, home: string): string {
  return folder === '~' || folder.startsWith('~/') ? join(home, folder.slice(2)) : resolve(cwd, folder)
}
