import { readlink, realpath, stat } from 'node:fs/promises'
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
    isDirectory: (absolute) => settle(async () => (await stat(absolute)).isDirectory(), false),
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
    try {
      return join(await realpath(path), ...missing)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if ((code !== 'ENOENT' && code !== 'ENOTDIR') || path === '/' || links > maxLinks) return undefined
      // a link to nothing: a write through it would make what it points to
      const target = await settle<string | undefined>(() => readlink(path), undefined)
      if (target !== undefined)
        return realPath(resolve(await realParent(path), target, ...missing), links + 1)
      missing.unshift(basename(path))
    }
  }
}

function realParent(path: string): Promise<string> {
  return settle(() => realpath(dirname(path)), dirname(path))
}
