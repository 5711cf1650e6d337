import { readFileSync } from 'node:fs'

/** One command a line, below headings; `⏎` stands for a line feed. */
export function readHarmless(): readonly string[] {
  return readFileSync(new URL('harmless.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !/^# [\w-]+: /.test(line))
    .map((line) => line.replaceAll('⏎', '\n'))
}
