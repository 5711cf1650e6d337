import { readFileSync } from 'node:fs'
import { readHarmful } from '../tables/read-harmful.js'
import { readHarmless } from '../tables/read-harmless.js'
import { readProbes } from '../tables/read-probes.js'
import { readReports } from '../tables/read-reports.js'
import { onlyReads } from './forms.js'

interface Row {
  readonly command: string
  readonly shell?: string
}

/** Every command of every table that the analyser lets run unasked, whatever the table says of it. */
export function tableCommands(): readonly string[] {
  const cases = ['bash', 'bash-rules', 'bash-stateful'].flatMap((name) => {
    const file = new URL(`../../../shared/cases/${name}.jsonl`, import.meta.url)
    const rows = readFileSync(file, 'utf8').trim().split('\n')
    return rows.map((row) => JSON.parse(row) as Row).filter(({ shell }) => shell !== 'zsh')
  })
  const reports = readReports()
    .flatMap(({ call }) => call ?? [])
    .flatMap((call) => (call as { input?: { command?: unknown } }).input?.command ?? [])
  const { harmless, harmful } = readProbes()
  const all = [
    ...cases.map(({ command }) => command),
    ...reports.filter((command) => typeof command === 'string'),
    ...readHarmless(),
    ...[...harmless, ...harmful, ...readHarmful().map(({ command }) => command)],
  ]
  return [...new Set(all)].filter(onlyReads)
}
