import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { WorkingDirectory } from '../tool/session.js'

export interface OpenWorkingDirectory extends WorkingDirectory {
  /** Directories that settings allow, all of them: one that is no longer named is no longer allowed. */
  add(directories: readonly string[]): void
}

export interface WorkingDirectoryOptions {
  /** Absolute. */
  readonly project: string
  readonly additional: readonly string[]
}

/** Where commands run. A `cd` is carried on as long as it stays inside the allowed directories. */
export function createWorkingDirectory({
  project,
  additional,
}: WorkingDirectoryOptions): OpenWorkingDirectory {
  const root = realOf(project)
  const fixed = unique([root, ...additional.map((folder) => realOf(resolve(project, folder)))])
  let allowed = fixed
  let added = ''
  let current = root
  return {
    project: root,
    get current() {
      return current
    },
    get allowed() {
      return allowed
    },
    carry: (folder) => {
      if (!allowed.some((each) => folder === each || folder.startsWith(each === '/' ? each : `${each}/`)))
        return 'reset'
      current = folder
      return 'carried'
    },
    fallBack: () => {
      current = root
    },
    add: (directories) => {
      const key = directories.join('\0')
      if (key === added) return
      added = key
      allowed = unique([...fixed, ...directories.map(realOf)])
    },
  }
}

function unique(folders: readonly string[]): readonly string[] {
  return [...new Set(folders)]
}

/** A folder that is not there yet counts as it is named. */
function realOf(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}
