import { readFileSync } from 'node:fs'

export interface HarmfulRow {
  /** `output-3`: the third of its section. */
  readonly id: string
  readonly command: string
  readonly why: string
}

/** Sections `# name: why`, then one command a line; `⏎` stands for a line feed. */
export function readHarmful(): readonly HarmfulRow[] {
  const rows: HarmfulRow[] = []
  let [name, why, count] = ['', '', 0]
  for (const line of readFileSync(new URL('harmful.txt', import.meta.url), 'utf8').split('\n')) {
    const header = /^# ([\w-]+): (.+)$/.exec(line)
    if (header) [name, why, count] = [header[1]!, header[2]!, 0]
    else if (line !== '') rows.push({ id: `${name}-${++count}`, command: line.replaceAll('⏎', '\n'), why })
  }
  return rows
}
