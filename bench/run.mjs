// node bench/run.mjs [calls|decisions|analyser|launch|programs|verdicts …]: every ratio in one go. Build first (npm run build), and npm ci --prefix bench.
import { spawnSync } from 'node:child_process'
import { cpus, release, totalmem } from 'node:os'

const all = ['calls', 'decisions', 'analyser', 'launch', 'programs', 'verdicts']
const wanted = process.argv.slice(2).length > 0 ? process.argv.slice(2) : all
console.log(`${cpus()[0].model}, ${cpus().length} CPUs, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.version}\n`)
console.log('| what | takes | against | ratio | goal | |\n|---|---|---|---|---|---|')
let failed = 0
for (const name of wanted) {
  // a process of its own: nobody pays for the memory of another
  const { status } = spawnSync(process.execPath, [new URL(`${name}.mjs`, import.meta.url).pathname], { stdio: 'inherit' })
  failed ||= status ?? 1
}
process.exitCode = failed
