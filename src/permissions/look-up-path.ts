import type { PathFact } from '../tool/subject.js'
import { joinPath, liesIn } from './matchers/path-text.js'
import { secretPart } from './matchers/secret-path.js'
import { protectedPart } from './protected-paths.js'
import type { DiskPort } from './subject-facts.js'

/** Where a call would happen. All absolute. */
export interface Place {
  readonly cwd: string
  readonly workingDirectories: readonly string[]
  /** Folders that may be read besides: where the session keeps whole results. */
  readonly readable: readonly string[]
  readonly home: string
}

export type PathLookup = (
  written: string,
  folder: string,
  access: 'read' | 'write' | 'delete',
) => Promise<PathFact>

/** Looks each path up once, however often the call names it. */
export function createPathLookup({ workingDirectories, readable, home }: Place, disk: DiskPort): PathLookup {
  const real = new Map<string, Promise<string | undefined>>()
  const realPath = (absolute: string) => {
    const found = real.get(absolute) ?? disk.realPath(absolute)
    real.set(absolute, found)
    return found
  }
  const withReal = (folders: readonly string[]) =>
    Promise.all(folders.map(async (folder) => [folder, await realPath(folder)] as const))
  const writableFolders = withReal(workingDirectories)
  const readableFolders = withReal(readable)
  return async (written, folder, access) => {
    const absolute = resolveWritten(written, folder, home)
    const resolved = await realPath(absolute)
    const allowed =
      access === 'read' ? [...(await writableFolders), ...(await readableFolders)] : await writableFolders
    const inText = allowed.some(
      ([text, onDisk]) => liesIn(absolute, text) || (onDisk !== undefined && liesIn(absolute, onDisk)),
    )
    const onDisk =
      resolved !== undefined && allowed.some(([, root]) => root !== undefined && liesIn(resolved, root))
    return {
      written,
      absolute,
      real: resolved ?? absolute,
      // a path of another system, which may reach into the network
      inScope: inText && onDisk && !written.startsWith('\\\\'),
      protectedBy:
        protectedPart(absolute) ??
        (resolved === undefined ? 'a path that cannot be resolved' : protectedPart(resolved)),
      secret: secretPart(absolute) ?? (resolved === undefined ? undefined : secretPart(resolved)),
    }
  }
}

export function resolveWritten(written: string, folder: string, home: string): string {
  if (written === '~' || written.startsWith('~/')) return joinPath(home, written.slice(2))
  return joinPath(folder, written)
}
