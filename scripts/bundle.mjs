// The command line as a few files: hundreds of small modules cost more to open than to run.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = new URL('..', import.meta.url).pathname
const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))
/** The packages of many modules that every start opens. What opens on demand, and what is CommonJS, stays a package. */
const inside = ['zod', 'unbash', 'jsonc-parser', '@cfworker/json-schema']

// what tsc wrote there, declarations included: nobody imports the command line
rmSync(join(root, 'dist/cli'), { recursive: true, force: true })
await build({
  entryPoints: [join(root, 'src/cli/main.ts')],
  absWorkingDir: root,
  outdir: join(root, 'dist/cli'),
  bundle: true,
  splitting: true,
  external: Object.keys(readJson('package.json').dependencies).filter((name) => !inside.includes(name)),
  mainFields: ['module', 'main'],
  minifyWhitespace: true,
  legalComments: 'none',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // beside main.js: what looks for package.json counts folders
  chunkNames: '[name]-[hash]',
  logLevel: 'warning',
})

const licences = inside.map((name) => {
  const folder = join('node_modules', name)
  const { version, license, author } = readJson(join(folder, 'package.json'))
  const file = readdirSync(join(root, folder)).find((each) => /^licen[cs]e/i.test(each))
  const text = file
    ? readFileSync(join(root, folder, file), 'utf8').trim()
    : `Licence: ${license}. By ${author?.name ?? author}.`
  return `${name} ${version}\n\n${text}\n`
})
writeFileSync(join(root, 'dist/cli/THIRD-PARTY-LICENSES.txt'), licences.join('\n----\n\n'))
