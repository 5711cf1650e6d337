// `npm test`: everything, in the order in which a mistake is cheapest to find. `--long` adds the nightly sizes.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, root, run } from './prepare.mjs'

const long = process.argv.includes('--long')
const only = process.argv.slice(2).filter((arg) => arg !== '--long')

ensureInstalled()
const bin = (name) => join(root, 'node_modules', name)
if (only.length === 0) {
  run(process.execPath, [bin('@biomejs/biome/bin/biome'), 'check', '.'])
  run(process.execPath, [bin('typescript/bin/tsc'), '-p', 'tsconfig.json', '--noEmit'])
}
ensureBuilt()
if (only.length === 0) {
  // what nobody uses, and what would not work for those who install the package
  run(process.execPath, [bin('knip/bin/knip.js')])
  run(process.execPath, [bin('publint/src/cli.js'), '--strict', '--level', 'warning'])
  run(process.execPath, [
    bin('@arethetypeswrong/cli/dist/index.js'),
    '--pack',
    '.',
    '--profile',
    'esm-only',
    '--quiet',
  ])
}

const folder = mkdtempSync(join(tmpdir(), 'callgate-test-'))
const report = join(folder, 'report.json')
process.on('exit', () => {
  // the line that a machine can read, whatever the reporter looks like
  try {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'))
    console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`)
  } catch {
    console.log('0 passed, 1 failed')
  }
  rmSync(folder, { recursive: true, force: true })
})
run(
  process.execPath,
  [
    bin('vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...only,
  ],
  {
    env: { ...process.env, ...(long && { CALLGATE_LONG: '1' }) },
  },
)
