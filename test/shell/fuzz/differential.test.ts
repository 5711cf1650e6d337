import { describe, expect, it } from 'vitest'
import { analyseCommand } from '../../../src/shell/analyse-command.js'
import { unseenCommands } from './compare.js'
import { generateLine } from './generate-line.js'
import { jailMissing, type Ran, runLines } from './jail.js'
import { shorten } from './shorten.js'

const seed = Number(process.env.CALLGATE_FUZZ_SEED ?? 20_260_101)
const count = Number(process.env.CALLGATE_FUZZ_LINES ?? (process.env.CALLGATE_LONG ? 100_000 : 2_000))
const BATCH = 500
const MOST_SHOWN = 6
const missing = jailMissing()

describe.skipIf(missing !== undefined)('the analyser beside real bash', () => {
  const title = `lists or doubts whatever runs, in ${count} lines of seed ${seed}`
  it(title, { timeout: 600_000 + count * 100 }, async () => {
    const totals = { lines: 0, parsed: 0, ran: 0, sure: 0, late: 0 }
    const unseen: string[] = []
    for (let start = 0; start < count; start += BATCH) {
      const size = Math.min(BATCH, count - start)
      const lines = Array.from({ length: size }, (_, i) => generateLine(seed, start + i))
      const results = await runLines(lines)
      expect(results).toHaveLength(size)
      for (const [i, line] of lines.entries()) {
        if (isUnseen(line, results[i]!, totals)) unseen.push(line)
      }
    }
    console.info(JSON.stringify({ seed, ...totals, unseen: unseen.length }))
    expect(await described(unseen)).toEqual([])
    // a generator whose lines do nothing, or an analyser that doubts everything, would pass too
    expect(totals.sure / totals.lines).toBeGreaterThan(0.4)
    expect(totals.late / totals.lines).toBeLessThan(0.01)
  })
})

function isUnseen(line: string, result: Ran, totals: Record<string, number>): boolean {
  const analysis = analyseCommand(line)
  const ran = result.commands.length > 0
  totals.lines!++
  if (result.ending !== 'broken') totals.parsed!++
  if (result.ending === 'late') totals.late!++
  if (ran) totals.ran!++
  if (ran && analysis.uncertain.length === 0) totals.sure!++
  return unseenCommands(result, analysis).length > 0
}

/** The shortest line with the same fault, what bash ran, and what the analyser lists. */
async function described(lines: readonly string[]): Promise<readonly string[]> {
  const told: string[] = []
  for (const line of [...lines].sort((a, b) => a.length - b.length).slice(0, MOST_SHOWN)) {
    const short = await shorten(line)
    const [result] = await runLines([short])
    const { possible } = analyseCommand(short)
    const unseen = result ? unseenCommands(result, analyseCommand(short)) : []
    told.push(
      `${JSON.stringify(short)} ran ${JSON.stringify(unseen[0])}, not one of ${JSON.stringify(possible.map(({ argv }) => argv))}`,
    )
  }
  return told
}
