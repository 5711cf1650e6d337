import type { Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'

export type FoundFile =
  | { readonly kind: 'file'; readonly stats: Stats }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unusable'; readonly problem: string }

/** Whether a path leads to a regular file. Devices, pipes and folders are named, never opened: a read could hang or never end. */
export async function findFile(path: string): Promise<FoundFile> {
  try {
    const stats = await stat(path)
    if (stats.isFile()) return { kind: 'file', stats }
    const problem = stats.isDirectory()
      ? 'it is a folder: list it with Glob, or with ls'
      : 'it is not a regular file'
    return { kind: 'unusable', problem }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' }
    return { kind: 'unusable', problem: `it cannot be looked at (${code ?? message})` }
  }
}

/** Names in the same folder that look the same: other kinds of blanks, other Unicode forms, other case. */
export async function similarNames(path: string): Promise<string[]> {
  const wanted = plain(basename(path))
  try {
    return (await readdir(dirname(path))).filter((name) => plain(name) === wanted).slice(0, 3)
  } catch {
    return []
  }
}

function plain(name: string): string {
  return name.normalize('NFKC').replace(/\s/gu, ' ').toLowerCase()
}
