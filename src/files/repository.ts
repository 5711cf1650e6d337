import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

export interface Repository {
  /** The top of the work tree; of a bare repository its own folder. */
  readonly root: string
  /** Where its configuration stands, links and work trees followed. */
  readonly gitFolders: readonly string[]
}

/** The repository that git itself would find from this folder. */
export async function repositoryAt(folder: string): Promise<Repository | undefined> {
  for (let root = folder; ; root = dirname(root)) {
    const entry = join(root, '.git')
    const kind = await kindOf(entry)
    if (kind === 'folder') return { root, gitFolders: [entry] }
    if (kind === 'file') return { root, gitFolders: await followPointer(entry, root) }
    if (await looksBare(root)) return { root, gitFolders: [root] }
    if (root === dirname(root)) return undefined
  }
}

/**
 * Whether reading commands of git could start a program that the repository itself names: by a configuration key beyond the
 * plain ones, by attributes together with a filter or diff driver, or by a hook. Throws where it cannot be told.
 */
export async function mayRunPrograms(folder: string): Promise<boolean> {
  const found = await repositoryAt(folder)
  if (!found) return false
  for (const gitFolder of (await Promise.all(found.gitFolders.map(withModules))).flat()) {
    for (const name of ['config', 'config.worktree'])
      if (!isPlainConfig(await readIfThere(join(gitFolder, name)))) return true
    if ((await kindOf(join(gitFolder, readingHook))) !== 'none') return true
  }
  return false
}

/** `git status`, `git diff` and `git describe --dirty` refresh the index, and git starts this after each write of it. */
const readingHook = 'hooks/post-index-change'

async function withModules(gitFolder: string): Promise<string[]> {
  const modules = await subFolders(join(gitFolder, 'modules'))
  return [gitFolder, ...(await Promise.all(modules.map(withModules))).flat()]
}

/** Keys that name no program: section without its sub-section, and key, lower case. Everything else may. */
const plainKeys = new Set(
  (
    'core.repositoryformatversion core.filemode core.bare core.logallrefupdates core.ignorecase core.precomposeunicode core.symlinks ' +
    'core.autocrlf core.eol core.safecrlf core.quotepath core.abbrev core.untrackedcache core.sparsecheckout core.sparsecheckoutcone ' +
    'core.longpaths remote.url remote.pushurl remote.fetch remote.push remote.tagopt remote.prune remote.mirror ' +
    'remote.promisor remote.partialclonefilter remote.skipdefaultupdate branch.remote branch.merge branch.rebase branch.description ' +
    'branch.pushremote branch.vscode-merge-base branch.gh-merge-base user.name user.email user.signingkey submodule.url submodule.active ' +
    'submodule.branch init.defaultbranch pull.rebase pull.ff push.default push.autosetupremote push.followtags ' +
    'fetch.prune merge.conflictstyle merge.ff rebase.autostash rebase.autosquash color.ui color.diff color.status color.branch ' +
    'extensions.objectformat extensions.partialclone extensions.refstorage gc.auto lfs.repositoryformatversion ' +
    'lfs.url advice.detachedhead status.showuntrackedfiles index.version feature.manyfiles pack.threads maintenance.auto maintenance.strategy ' +
    'diff.renames diff.algorithm diff.colormoved log.date log.decorate rerere.enabled tag.sort branch.sort branch.autosetuprebase'
  ).split(' '),
)

/** A small reader of git's format: whatever it does not understand counts as dangerous. */
export function isPlainConfig(text: string): boolean {
  if (/\\\r?\n/.test(text)) return false
  let section = ''
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue
    const header = /^\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]$/.exec(line)
    if (header) {
      section = header[1]!.toLowerCase()
      continue
    }
    const key = /^([a-zA-Z][\w-]*)\s*(?:=|$)/.exec(line)?.[1]
    if (key === undefined || section === '' || !plainKeys.has(`${section}.${key.toLowerCase()}`)) return false
    // `ext::` and its kind start a program to fetch from
    if (section === 'remote' && /=\s*"?\s*[\w+-]+::/.test(line)) return false
  }
  return true
}

async function followPointer(file: string, root: string): Promise<string[]> {
  const target = /^gitdir:\s*(.+?)\s*$/m.exec(await readFile(file, 'utf8'))?.[1]
  if (target === undefined) throw new Error(`${file} points nowhere`)
  const gitFolder = resolve(root, target)
  const common = (await readIfThere(join(gitFolder, 'commondir'))).trim()
  return common === '' ? [gitFolder] : [gitFolder, resolve(gitFolder, common)]
}

/** git takes such a folder for a repository, whoever made it. */
async function looksBare(folder: string): Promise<boolean> {
  const kinds = await Promise.all(['HEAD', 'objects', 'refs'].map((name) => kindOf(join(folder, name))))
  return kinds[0] === 'file' && kinds[1] === 'folder' && kinds[2] === 'folder'
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'none'> {
  try {
    const found = await stat(path)
    return found.isDirectory() ? 'folder' : 'file'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'none'
    throw error
  }
}

async function subFolders(folder: string): Promise<string[]> {
  if ((await kindOf(folder)) !== 'folder') return []
  const found: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const path = join(folder, entry.name)
    // a module's name may hold slashes: folders down to the one with a HEAD
    if ((await kindOf(join(path, 'HEAD'))) === 'file') found.push(path)
    else found.push(...(await subFolders(path)))
  }
  return found
}

async function readIfThere(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return ''
    throw error
  }
}
