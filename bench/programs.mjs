// Whole programs: start-up against an empty node, output of a command against the shell's own `> file`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCallgate } from '../dist/index.js'
import { builtinTools } from '../dist/tools/index.js'
import { median, row } from './rounds.mjs'

const folder = mkdtempSync(join(tmpdir(), 'callgate-bench-'))
const cli = new URL('../dist/cli/main.js', import.meta.url).pathname
const time = (command, args) => {
  const begin = performance.now()
  spawnSync(command, args, { cwd: folder, stdio: 'ignore', env: { ...process.env, HOME: folder } })
  return performance.now() - begin
}
const programs = { empty: ['-e', '0'], version: [cli, '--version'], check: [cli, 'check', 'Bash', 'git status'] }
const taken = Object.fromEntries(Object.keys(programs).map((name) => [name, []]))
for (let round = 0; round < 9; round++) for (const [name, args] of Object.entries(programs)) taken[name].push(time(process.execPath, args))
const [empty, version, check] = ['empty', 'version', 'check'].map((name) => median(taken[name]))
console.log(row('`--version`', version, '`node -e 0`', empty, 1.15, 'ms'))
console.log(row('`check`', check, '`node -e 0`', empty, 2.5, 'ms'))

const bytes = Number(process.env.BENCH_BYTES ?? 1_000_000_000)
const command = `head -c ${bytes} /dev/zero`
const gate = createCallgate({ tools: builtinTools(), allowedTools: ['Bash'], settingSources: [], stateFolder: folder, cwd: folder })
const [ours, floor] = [[], []]
let peak = 0
for (let round = 0; round < 3; round++) {
  let begin = performance.now()
  spawnSync('bash', ['--noprofile', '--norc', '-c', `${command} > '${join(folder, 'floor')}'`])
  floor.push(performance.now() - begin)
  rmSync(join(folder, 'floor'))
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20)
  begin = performance.now()
  const { result } = await gate.call({ id: `o${round}`, name: 'Bash', input: { command } })
  ours.push(performance.now() - begin)
  clearInterval(watch)
  const path = /saved at (\/\S+):/.exec(result.content)[1]
  if (statSync(path).size !== bytes) throw new Error('the output is not whole')
  rmSync(path)
}
console.log(row(`${bytes / 1e9} GB of output through Bash`, median(ours), 'the shell itself into a file', median(floor), 1 / 0.95, 'ms'))
console.log(`<!-- peak memory of the process: ${(peak / 1024 / 1024).toFixed(0)} MiB -->`)
const short = [[], []]
for (let round = 0; round < 15; round++) {
  let begin = performance.now()
  await gate.call({ id: `t${round}`, name: 'Bash', input: { command: 'true' } })
  short[0].push(performance.now() - begin)
  begin = performance.now()
  spawnSync('bash', ['--noprofile', '--norc', '-c', 'true'])
  short[1].push(performance.now() - begin)
}
console.log(row('Bash `true`', median(short[0]), '`bash -c true`', median(short[1]), 1.5, 'ms'))
await gate.close()
rmSync(folder, { recursive: true, force: true })
