import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { analyseCommand } from '../../src/shell/analyse-command.js'
import { isForeseenChange, isForeseenStart } from './foreseen.js'
import { openRoom, type Room } from './room.js'
import { findInstalled, type Run, runBatch, type Scratch } from './sandbox.js'

/** What a command did that nobody foresaw. */
export interface Fault {
  readonly command: string
  readonly what: string
}

/** What running commands showed. */
export interface Report {
  readonly faults: readonly Fault[]
  readonly runs: readonly Run[]
  /** A program that they name is not installed. */
  readonly unconfirmed: readonly string[]
}

const perBatch = 20
const workers = availableParallelism() * 2

/** Runs commands that only read in copies of the scratch folder, and tells which of them did more. */
export async function confirm(commands: readonly string[], scratch: Scratch): Promise<Report> {
  const distinct = [...new Set(commands)]
  const needs = new Map(distinct.map((command) => [command, needsOf(command)]))
  const installed = await findInstalled([...new Set([...needs.values()].flat())], scratch)
  const isHere = (command: string) => needs.get(command)!.every((name) => installed.has(name))
  const waiting = batches(distinct.filter(isHere))
  const done: Batch[] = []
  const work = async () => {
    const room = openRoom(scratch)
    try {
      for (let batch = waiting.shift(); batch; batch = waiting.shift())
        done.push(await watchBatch(batch, room))
    } finally {
      room.leave()
    }
  }
  await Promise.all(Array.from({ length: Math.min(workers, waiting.length) }, work))
  const runs = done.flatMap((batch) => batch.runs)
  return {
    faults: [...done.flatMap((batch) => batch.faults), ...runs.flatMap((run) => oddDeeds(run))],
    runs,
    unconfirmed: distinct.filter((command) => !isHere(command)),
  }
}

/**
 * The same for very many short commands: those of a group share a shell, and only what is not well is looked at one by one. The code
 * of such a shell is the number of commands that failed in it.
 */
export async function confirmGroups(
  groups: readonly (readonly string[])[],
  scratch: Scratch,
): Promise<Report> {
  const scripts = new Map(groups.map((group) => [scriptOf(group), group]))
  const together = await confirm([...scripts.keys()], scratch)
  const odd = new Set(together.faults.map(({ command }) => command))
  const isOdd = ({ command, code }: Run) => code === undefined || odd.has(command)
  const single = await confirm(
    together.runs.filter(isOdd).flatMap(({ command }) => scripts.get(command)!),
    scratch,
  )
  return {
    // a fault that shows in company only is one all the same
    faults: single.faults.length > 0 ? single.faults : together.faults,
    runs: [...together.runs.filter((run) => !isOdd(run)), ...single.runs],
    unconfirmed: together.unconfirmed.flatMap((script) => scripts.get(script)!),
  }
}

const scriptOf = (group: readonly string[]): string =>
  [...group.map((command) => `${command} || failed=$((failed + 1))`), 'exit $((failed))'].join('\n')

function batches(commands: readonly string[]): string[][] {
  const count = Math.max(Math.ceil(commands.length / perBatch), Math.min(commands.length, workers * 3))
  // dealt out like cards: those that wait for ever stand together in the tables
  return Array.from({ length: count }, (_, i) => commands.filter((_each, at) => at % count === i))
}

interface Batch {
  readonly runs: readonly Run[]
  readonly faults: readonly Fault[]
}

/** Where a batch left something changed, its halves are run again, down to the one that did it. */
async function watchBatch(commands: readonly string[], room: Room): Promise<Batch> {
  const runs = await runBatch(commands, room.scratch)
  const changed = room.tidy()
  if (changed.length === 0) return { runs, faults: [] }
  const [only, ...others] = commands
  if (only !== undefined && others.length === 0) {
    const own = programsOf(only)
    const odd = changed.filter((change) => !isForeseenChange(change, own))
    return { runs, faults: odd.map((what) => ({ command: only, what })) }
  }
  const middle = Math.ceil(commands.length / 2)
  const first = await watchBatch(commands.slice(0, middle), room)
  const second = await watchBatch(commands.slice(middle), room)
  return { runs, faults: [...first.faults, ...second.faults] }
}

function oddDeeds({ command, deeds }: Run): readonly Fault[] {
  const own = programsOf(command)
  const started = deeds.started.filter((path) => !isForeseenStart(path, own)).map((path) => `started ${path}`)
  const changing = deeds.changing.filter((deed) => !isForeseenChange(deed, own))
  return [...new Set([...started, ...changing])].map((what) => ({ command, what }))
}

/** What it may start without that being foreseen: all that its text names, as the analyser sees it. */
function programsOf(command: string): readonly string[] {
  const { commands, possible } = analyseCommand(command)
  const named = [...commands.map(({ argv }) => argv?.[0]), ...possible.map(({ argv }) => argv[0])]
  return [
    ...new Set(named.flatMap((name) => (name === undefined || name.includes('=') ? [] : [basename(name)]))),
  ]
}

/** What must be there for it to run at all, as it is written. */
const needsOf = (command: string): readonly string[] =>
  analyseCommand(command).commands.flatMap(({ argv }) => argv?.[0] ?? [])
