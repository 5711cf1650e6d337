// The command line as a few files: hundreds of small modules cost more to open than to run. Packages stay packages.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = new URL('..', import.meta.url).pathname
// what tsc wrote there, declarations included: nobody imports the command line
rmSync(join(root, 'dist/cli'), { recursive: true, force: true })
await build({
  entryPoints: [join(root, 'src/cli/main.ts')],
  absWorkingDir: root,
  outdir: join(root, 'dist/cli'),
  bundle: true,
  splitting: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // beside main.js: what looks for package.json counts folders
  chunkNames: '[name]-[hash]',
  logLevel: 'warning',
})
