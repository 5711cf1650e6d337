import { analyseCommand } from '../../../src/shell/analyse-command.js'
import { unseenCommands } from './compare.js'
import { runLines } from './jail.js'

const BATCH = 16
const MOST_BATCHES = 60

/** The line without much of what it doesn't need to show the same disagreement, for whoever has to understand it. */
export async function shorten(line: string): Promise<string> {
  let [shortest, batches] = [line, 0]
  for (let size = Math.ceil(line.length / 2); size >= 1 && batches < MOST_BATCHES; ) {
    // what the analyser doubts can't be a disagreement: that needs no bash
    const sure = withoutPieces(shortest, size).filter((each) => analyseCommand(each).uncertain.length === 0)
    let smaller: string | undefined
    for (let at = 0; at < sure.length && smaller === undefined && batches < MOST_BATCHES; at += BATCH) {
      batches++
      smaller = await firstUnseen(sure.slice(at, at + BATCH))
    }
    if (smaller !== undefined) shortest = smaller
    else size = size === 1 ? 0 : Math.floor(size / 2)
  }
  return shortest
}

function withoutPieces(line: string, size: number): readonly string[] {
  const step = Math.max(1, Math.floor(size / 2))
  const starts = Array.from({ length: Math.ceil(line.length / step) }, (_, i) => i * step)
  return starts.map((start) => line.slice(0, start) + line.slice(start + size))
}

async function firstUnseen(lines: readonly string[]): Promise<string | undefined> {
  const results = await runLines(lines, 1)
  const at = results.findIndex((result, i) => unseenCommands(result, analyseCommand(lines[i]!)).length > 0)
  return lines[at]
}
