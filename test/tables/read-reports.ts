import { readFileSync } from 'node:fs'

interface Call {
  readonly name: string
  readonly input?: unknown
}

/** A row of `../shared/cases/reports.jsonl`. */
export interface Row {
  readonly id: string
  readonly stage: string
  readonly given: {
    readonly settings?: object
    readonly tools?: readonly (
      | string
      | { name: string; aliases?: { name: string; deprecated: boolean }[]; schema?: object }
    )[]
    readonly files?: Readonly<Record<string, string>>
    readonly filesBytes?: Readonly<Record<string, string>>
    readonly modes?: Readonly<Record<string, string>>
    readonly links?: Readonly<Record<string, string>>
    readonly read?: readonly string[]
    readonly before?: readonly { name: string; input: { command: string } }[]
    readonly hooks?: readonly {
      event: string
      matcher?: string
      answer?: object | null
      script?: string
      record?: boolean
    }[]
    readonly interrupt?: string
    readonly blocks?: string
  }
  readonly call: Call | readonly Call[]
  readonly expect: string
  readonly decision: string
}

/** Stages whose rows belong to later issues: expected failures, by stage, until their table is written. */
export const laterStages: Readonly<Record<string, string>> = {
  hook: 'issue 8: hooks in full; what is here is in test/hooks',
  classifier: 'issue 8: an LLM behind the port',
  ui: 'issue 6: the prompt in full; what is here is in test/prompt',
  settings: 'issue 5: settings in full; what is here is in test/settings',
  mcp: 'issue 9: MCP servers',
}

/** Rows that need what this version lacks, each with the reason. */
export const laterRows: Readonly<Record<string, string>> = {
  'R-151': 'ten minutes of idle time: a soak test of the process issue; nothing here looks at idle time',
  'R-152': 'needs a sandbox',
  'R-166': 'needs WebFetch',
  'R-169': 'needs a sandbox',
}

export function readReports(stages?: readonly string[]): Row[] {
  const path = new URL('../../../shared/cases/reports.jsonl', import.meta.url)
  const rows = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
  return stages === undefined ? rows : rows.filter(({ stage }) => stages.includes(stage))
}
