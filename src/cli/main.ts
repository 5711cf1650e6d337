#!/usr/bin/env node
import { readFileSync } from 'node:fs'

// the two words that tools ask for all the time need nothing else to be loaded
const [only, ...rest] = process.argv.slice(2)
if ((only === '--version' || only === '-V') && rest.length === 0) {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  process.stdout.write(`${(JSON.parse(text) as { version: string }).version}\n`)
} else {
  const { start } = await import('./start.js')
  process.exitCode = await start()
}
