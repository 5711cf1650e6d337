// `npm start`: installs what is missing, builds, and runs a recorded session on a scratch copy of examples/project.
// Node built-ins only: this runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs'

ensureInstalled()
ensureBuilt()

const scratch = mkdtempSync(join(tmpdir(), 'callgate-start-'))
cpSync(join(root, 'examples/project'), scratch, { recursive: true })
makeRepository(scratch)

console.error(`A recorded session now works on a copy of examples/project: ${scratch}`)
const [session, settings] = ['session.jsonl', 'settings.json'].map((name) =>
  join(root, 'examples/session', name),
)
const args = ['run', session, '--cwd', scratch, '--settings', settings, ...process.argv.slice(2)]
// Ctrl-C goes to the whole group: the session ends its calls and reports, and only then do we end
process.on('SIGINT', () => {})
const { status, signal } = spawnSync(process.execPath, [join(root, 'dist/cli/main.js'), ...args], {
  stdio: 'inherit',
})
console.error(`What the session changed: git -C ${scratch} diff`)
process.exitCode = status ?? (signal === 'SIGINT' ? 130 : 1)

/** With a first commit, so that the session's changes can be seen. Without git it goes on all the same. */
function makeRepository(folder) {
  const git = (...args) => spawnSync('git', ['-C', folder, ...args], { stdio: 'ignore' }).status === 0
  if (!git('init', '--quiet')) return
  git('config', 'user.name', 'Callgate')
  git('config', 'user.email', 'callgate@example.invalid')
  git('add', '--all')
  git('commit', '--quiet', '--no-gpg-sign', '--message', 'The project as it was')
}
