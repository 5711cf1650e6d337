import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { SettingsSource } from './snapshot.js'

export interface SettingsOptions {
  /** Absolute. */
  readonly cwd: string
  readonly home: string
  readonly policyFolder: string
  /** A file, or settings given as an object. */
  readonly flag: string | Readonly<Record<string, unknown>> | undefined
  readonly sources: readonly ('user' | 'project' | 'local')[]
  /** A person trusts the folder: what its own files allow and run counts. */
  readonly trust: boolean
}

export interface SettingsFile {
  readonly file: string
  readonly source: SettingsSource
  /** Somebody named it: that it is missing is a mistake. */
  readonly required: boolean
}

/** The files to read, in the order in which they are put together. */
export function settingsFiles({ cwd, home, policyFolder, flag, sources }: SettingsOptions): SettingsFile[] {
  const optional = (file: string, source: SettingsSource): SettingsFile => ({ file, source, required: false })
  return [
    ...(sources.includes('user') ? [optional(join(home, '.claude/settings.json'), 'userSettings')] : []),
    ...(sources.includes('project') ? [optional(join(cwd, '.claude/settings.json'), 'projectSettings')] : []),
    ...(sources.includes('local')
      ? [optional(join(cwd, '.claude/settings.local.json'), 'localSettings')]
      : []),
    ...(typeof flag === 'string'
      ? [{ file: resolve(cwd, flag), source: 'flagSettings', required: true } as const]
      : []),
    ...policyFiles(policyFolder).map((file) => optional(file, 'policySettings')),
  ]
}

/** The base file, then the drop-ins. Most machines have no such folder: one look says so. */
function policyFiles(folder: string): string[] {
  if (!isThere(folder)) return []
  return [join(folder, 'managed-settings.json'), ...dropIns(join(folder, 'managed-settings.d'))]
}

/** In doubt yes: what then cannot be read is told. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

/** In alphabetical order; names that begin with a dot are not meant. */
function dropIns(folder: string): string[] {
  try {
    if (!isThere(folder)) return []
    const names = readdirSync(folder)
    return names
      .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
      .sort()
      .map((name) => join(folder, name))
  } catch {
    // a folder that is there and cannot be read: reading it as a file says so, loudly
    return [folder]
  }
}
