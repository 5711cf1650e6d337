// What `npm start` and `npm test` need on a fresh clone: packages and a build. Node built-ins only.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = new URL('..', import.meta.url).pathname

/** Runs a program with our own streams; ends this process with its exit code where that is not 0. */
export function run(command, args, options = {}) {
  const { status, signal, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (status === 0) return
  if (error) console.error(`${command}: ${error.message}`)
  process.exit(signal ? 130 : (status ?? 1))
}

/** Installs the pinned packages where they are missing, or where the lock file has changed since. */
export function ensureInstalled() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Callgate needs Node 20.19 or later; this is ${process.versions.node}.`)
    process.exit(1)
  }
  const stamp = join(root, 'node_modules/.callgate-lock')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.error('Installing the pinned packages (npm ci) …')
  // npm's own report goes to stderr: a program's standard output is for its results
  run('npm', ['ci', '--no-fund', '--no-audit'], { stdio: ['ignore', 2, 2] })
  writeFileSync(stamp, wanted)
}

/** Builds `dist` where a source is newer. */
export function ensureBuilt() {
  const main = join(root, 'dist/cli/main.js')
  const newest = Math.max(
    ...readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).map(
      (file) => statSync(join(root, 'src', file)).mtimeMs,
    ),
    statSync(join(root, 'tsconfig.build.json')).mtimeMs,
  )
  const stamp = join(root, 'dist/.built')
  if (existsSync(main) && existsSync(stamp) && statSync(stamp).mtimeMs > newest) return
  console.error('Building …')
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'])
  run(process.execPath, [join(root, 'scripts/bundle.mjs')])
  writeFileSync(stamp, '')
}
