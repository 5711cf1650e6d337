import { readlink, realpath, type Stats, stat } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { mayRunPrograms, repositoryAt } from './repository.js'

/** What stage 4 asks of the disk. Nothing throws: what cannot be looked up counts as unknown. */
export interface Disk {
  realPath(absolute: string): Promise<string | undefined>
  isDirectory(absolute: string): Promise<boolean>
  repositoryMayRunPrograms(folder: string): Promise<boolean>
  repositoryRoot(folder: string): Promise<string | undefined>
}

export function createDisk(): Disk {
  return {
    realPath,
    isDirectory: async (absolute) => {
      const found: Stats | Error = await ask<Stats>(stat, absolute)
      return !(found instanceof Error) && found.isDirectory()
    },
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

/** Links resolved as far as the path exists, the rest appended; `undefined` for a loop, or where access is refused. */
export async function realPath(absolute: string, links = 0): Promise<string | undefined> {
  const missing: string[] = []
  for (let path = absolute; ; path = dirname(path)) {
    const found = await ask(realpath.native, path)
    if (typeof found === 'string') return missing.length === 0 ? found : join(found, ...missing)
    if ((found.code !== 'ENOENT' && found.code !== 'ENOTDIR') || path === '/' || links > maxLinks)
      return undefined
    // a link to nothing: a write through it would make what it points to
    const target = await ask(readlink, path)
    if (typeof target === 'string') {
      return realPath(resolve(await realParent(path), target, ...missing), links + 1)
    }
    missing.unshift(basename(path))
  }
}

async function realParent(path: string): Promise<string> {
  const found = await ask(realpath.native, dirname(path))
  return typeof found === 'string' ? found : dirname(path)
}

type Asked<T> = (path: string, done: (error: NodeJS.ErrnoException | null, value: T) => void) => void

/** The value or the error. Callbacks instead of fs/promises: every decision asks, and those cost three times as much. */
function ask<T>(look: Asked<T>, path: string): Promise<T | NodeJS.ErrnoException> {
  return new Promise((settled) => look(path, (error, value) => settled(error ?? value)))
}
