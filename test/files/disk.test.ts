import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDisk, realPath } from '../../src/files/disk.js'
import { isPlainConfig } from '../../src/files/repository.js'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'callgate-disk-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (path: string) => join(folder, path)
const write = (path: string, text = '') => {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
}
const git = (cwd: string, ...args: string[]) => execFileSync('git', ['-C', cwd, ...args], { stdio: 'ignore' })

describe('realPath', () => {
  it('appends what does not exist to the real path of what does', async () => {
    write('real/a')
    symlinkSync(at('real'), at('link'))
    expect(await realPath(at('link/new/file'))).toBe(at('real/new/file'))
  })

  it('follows a link to nothing: a write through it would make its target', async () => {
    mkdirSync(at('in'))
    symlinkSync('../outside/x', at('in/dangling'))
    expect(await realPath(at('in/dangling'))).toBe(at('outside/x'))
    expect(await realPath(at('in/dangling/below'))).toBe(at('outside/x/below'))
  })

  it('answers nothing for a loop', async () => {
    symlinkSync(at('b'), at('a'))
    symlinkSync(at('a'), at('b'))
    expect(await realPath(at('a'))).toBeUndefined()
    expect(await realPath(at('a/x'))).toBeUndefined()
  })
})

describe('repositoryMayRunPrograms', () => {
  const disk = createDisk()

  it('is false without a repository, and in a fresh one', async () => {
    expect(await disk.repositoryMayRunPrograms(folder)).toBe(false)
    git(folder, 'init', '-q')
    git(folder, 'config', 'user.name', 'a')
    git(folder, 'remote', 'add', 'origin', 'https://example.com/a.git')
    expect(await disk.repositoryMayRunPrograms(folder)).toBe(false)
    expect(await disk.repositoryRoot(at('.'))).toBe(folder)
  })

  it.each([
    ['core.fsmonitor', './pwn.sh'],
    ['diff.external', 'touch PWNED;:'],
    ['diff.t.textconv', './pwn.sh'],
    ['filter.f.clean', 'cat'],
    ['core.pager', './pwn.sh'],
    ['gpg.program', './pwn.sh'],
    ['include.path', '/tmp/x'],
    ['alias.st', '!sh'],
    ['core.sshCommand', 'sh'],
    ['log.showSignature', 'true'],
    ['core.hooksPath', 'x'],
    ['remote.origin.url', 'ext::sh -c x'],
    ['remote.origin.uploadpack', './x'],
  ])('is true with %s', async (key, value) => {
    git(folder, 'init', '-q')
    git(folder, 'config', key, value)
    mkdirSync(at('sub'))
    expect(await disk.repositoryMayRunPrograms(at('sub'))).toBe(true)
  })

  it('looks at a work tree, at submodules, and at what only looks like a bare repository', async () => {
    git(folder, 'init', '-q')
    mkdirSync(at('.git/modules/a/b'), { recursive: true })
    write('.git/modules/a/b/HEAD', 'ref: refs/heads/main')
    write('.git/modules/a/b/config', '[core]\n\tfsmonitor = ./x\n')
    expect(await disk.repositoryMayRunPrograms(folder)).toBe(true)

    mkdirSync(at('bare/objects'), { recursive: true })
    mkdirSync(at('bare/refs'))
    write('bare/HEAD', 'ref: refs/heads/main')
    write('bare/config', '[core]\n\tfsmonitor = ./x\n')
    expect(await disk.repositoryMayRunPrograms(at('bare'))).toBe(true)

    write('tree/.git', 'gitdir: ../store\n')
    write('store/config', '[diff]\nexternal = x\n')
    expect(await disk.repositoryMayRunPrograms(at('tree'))).toBe(true)
  })

  it('is true with a hook that reading starts, also that of a submodule, and not with others', async () => {
    git(folder, 'init', '-q')
    for (const name of ['pre-commit', 'post-checkout', 'post-index-change.sample'])
      write(`.git/hooks/${name}`, 'exit')
    expect(await disk.repositoryMayRunPrograms(folder)).toBe(false)
    write('.git/modules/a/HEAD', 'ref: refs/heads/main')
    write('.git/modules/a/hooks/post-index-change', 'exit')
    expect(await disk.repositoryMayRunPrograms(folder)).toBe(true)
    rmSync(at('.git/modules'), { recursive: true })
    write('.git/hooks/post-index-change', 'exit')
    expect(await disk.repositoryMayRunPrograms(folder)).toBe(true)
  })

  it('is true where it cannot be told', async () => {
    write('odd/.git', 'nonsense')
    expect(await disk.repositoryMayRunPrograms(at('odd'))).toBe(true)
  })

  it.each([
    ['[core]\n\tbare = false\n', true],
    ['[core] fsmonitor = x\n', false],
    ['[core]\nbare = \\\nfalse\n', false],
    ['[diff "x"]\n\tcommand = y\n', false],
    ['[CORE]\n\tFSMonitor = y\n', false],
    ['# only a comment\n; another\n', true],
    ['bare = false\n', false],
  ])('config %j is plain: %s', (text, expected) => {
    expect(isPlainConfig(text)).toBe(expected)
  })
})
