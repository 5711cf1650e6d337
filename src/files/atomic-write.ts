import { chmod, mkdir, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file so that a reader sees the old bytes or the new ones, never half. Keeps its mode, writes through a link to what
 * it points to, makes missing folders, and leaves nothing behind where it fails.
 */
export async function writeAtomically(path: string, bytes: Buffer, newMode?: number): Promise<void> {
  const target = await realpath(path).catch(() => path)
  await mkdir(dirname(target), { recursive: true, ...(newMode === 0o600 && { mode: 0o700 }) })
  const mode = await stat(target).then(
    (found) => found.mode & 0o7777,
    () => newMode,
  )
  // opened with the first write: most programs only ask what may be done
  const { default: writeFileAtomic } = await import('write-file-atomic')
  await writeFileAtomic(target, bytes, mode === undefined ? {} : { mode })
  // the umask may have taken bits away
  if (mode !== undefined) await chmod(target, mode)
}
