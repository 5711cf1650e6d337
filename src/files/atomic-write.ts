import { chmod, lstat, mkdir, readlink, realpath, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file so that a reader sees the old bytes or the new ones, never half. Keeps its mode, writes through a link to what
 * it points to, makes missing folders, and leaves nothing behind where it fails. A file with several names is written in place:
 * a new one in its stead would have one name. Throws where a link points to nothing: what was permitted is this name, not that.
 */
export async function writeAtomically(path: string, bytes: Buffer, newMode?: number): Promise<void> {
  const target = await realpath(path).catch(() => missingTarget(path))
  await mkdir(dirname(target), { recursive: true, ...(newMode === 0o600 && { mode: 0o700 }) })
  const before = await stat(target).catch(() => undefined)
  if (before !== undefined && before.nlink > 1) return writeFile(target, bytes)
  const mode = before === undefined ? newMode : before.mode & 0o7777
  // opened with the first write: most programs only ask what may be done
  const { default: writeFileAtomic } = await import('write-file-atomic')
  await writeFileAtomic(target, bytes, mode === undefined ? {} : { mode })
  // the umask may have taken bits away
  if (mode !== undefined) await chmod(target, mode)
}

async function missingTarget(path: string): Promise<string> {
  const found = await lstat(path).catch(() => undefined)
  if (!found?.isSymbolicLink()) return path
  throw new Error(
    `${path} is a link to ${await readlink(path)}, where nothing is. Write to that path itself.`,
  )
}
