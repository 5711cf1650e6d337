import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { mayRunPrograms, repositoryAt } from './repository.js'

/** What stage 4 asks of the disk. Nothing throws: what cannot be looked up counts as unknown. */
export interface Disk {
  realPath(absolute: string): Promise<string | undefined>
  isDirectory(absolute: string): Promise<boolean>
  namesIn(folder: string): Promise<readonly string[]>
  repositoryMayRunPrograms(folder: string): Promise<boolean>
  repositoryRoot(folder: string): Promise<string | undefined>
}

export function createDisk(): Disk {
  return {
    realPath,
    isDirectory: (absolute) =>
      settle(async () => statSync(absolute, { throwIfNoEntry: false })?.isDirectory() ?? false, false),
    namesIn: (folder) => settle(async () => readdirSync(folder), []),
    repositoryMayRunPrograms: (folder) => settle(() => mayRunPrograms(folder), true),
    repositoryRoot: (folder) => settle(async () => (await repositoryAt(folder))?.root, undefined),
  }
}

async function settle<T>(look: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await look()
  } catch {
    return otherwise
  }
}

// as many as the kernel follows
const maxLinks = 40

/**
 * Links resolved as far as the path exists, the rest appended; `undefined` for a loop, or where access is refused.
 * Synchronous calls inside: every decision asks for several paths, and the way to a thread and back costs twenty times the
 * look itself (57 µs against 3).
 */
export async function realPath(absolute: string): Promise<string | undefined> {
  try {
    return resolveLinks(absolute, 0)
  } catch {
    return undefined
  }
}

function resolveLinks(absolute: string, links: number): string | undefined {
  const missing: string[] = []
  for (let path = absolute; ; path = dirname(path)) {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found === undefined) {
      if (path === '/') return undefined
      missing.unshift(basename(path))
    } else if (!found.isSymbolicLink() || statSync(path, { throwIfNoEntry: false }) !== undefined) {
      return join(realpathSync.native(path), ...missing)
    } else {
      // a link to nothing: a write through it would make what it points to
      if (links > maxLinks) return undefined
      const parent = resolveLinks(dirname(path), links + 1) ?? dirname(path)
      return resolveLinks(resolve(parent, readlinkSync(path), ...missing), links + 1)
    }
  }
}
