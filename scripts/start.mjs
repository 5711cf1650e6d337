import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// node's own modules only: this runs before anything is installed
const root = fileURLToPath(new URL('..', import.meta.url))
const at = (...parts) => join(root, ...parts)
const say = (text) => process.stderr.write(`${text}\n`)

if (isOlder(at('node_modules', '.package-lock.json'), [at('package-lock.json')])) {
  say('Installing what package-lock.json names …')
  must('npm', ['ci', '--no-audit', '--no-fund'])
}
if (
  isOlder(at('dist', 'cli', 'main.js'), [
    ...filesIn(at('src')),
    at('tsconfig.build.json'),
    at('package.json'),
  ])
) {
  say('Building …')
  must('npm', ['run', '--silent', 'build'])
}

const scratch = mkdtempSync(join(tmpdir(), 'callgate-start-'))
cpSync(at('examples', 'project'), scratch, { recursive: true })
makeRepository(scratch)

say(`A recorded session now works on a copy of examples/project: ${scratch}`)
const [session, settings] = ['session.jsonl', 'settings.json'].map((name) => at('examples', 'session', name))
const cli = [at('dist', 'cli', 'main.js'), 'run', session, '--cwd', scratch, '--settings', settings]
const { status, signal } = spawnSync(process.execPath, [...cli, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
say(`What the session changed: git -C ${scratch} diff`)
process.exitCode = status ?? (signal === 'SIGINT' ? 130 : 1)

/** Whether a file is missing, or older than one that it is made from. */
function isOlder(made, sources) {
  const time = modified(made)
  return time === undefined || sources.some((source) => (modified(source) ?? 0) > time)
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

function must(command, args) {
  // its output goes to stderr: stdout belongs to the results
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  say(`${command} ${args.join(' ')} failed${error ? `: ${error.message}` : '.'}`)
  process.exit(status ?? 1)
}

/** With a first commit, so that the session's changes can be seen. Without git it goes on all the same. */
function makeRepository(folder) {
  const git = (...args) => spawnSync('git', ['-C', folder, ...args], { stdio: 'ignore' }).status === 0
  if (!git('init', '--quiet')) return
  git('config', 'user.name', 'Callgate')
  git('config', 'user.email', 'callgate@example.invalid')
  git('add', '--all')
  git('commit', '--quiet', '--no-gpg-sign', '--message', 'The project as it was')
}
