import { Lru } from '../base/lru.js'
import type { ReadOnlyVerdict, ShellAnalysis, SimpleCommand, Uncertainty } from './analysis.js'
import { findDeceptive, findUnreadable } from './bounds.js'
import { noteDoubts } from './command-doubts.js'
import { criticalRemovals } from './critical-removals.js'
import { destructiveWarning } from './destructive.js'
import { Doubts } from './doubts.js'
import { judgeCommand } from './judge-command.js'
import { possibleForms } from './possible.js'
import { findRunning, fullBudget } from './running.js'
import { emptyScope } from './scope.js'
import { parseScript } from './syntax.js'
import type { Walk } from './walk.js'
import { walkScript } from './walk-script.js'

/** Longer lines are analysed, but nobody reads them before saying yes: they are never free. */
const MAX_FREE_LENGTH = 10_000

const remembered = new Lru<string, ShellAnalysis>(500)

/** What a command line would do, from its text alone. Never throws: what we cannot analyse is uncertain. */
export function analyseCommand(command: string): ShellAnalysis {
  const known = remembered.get(command)
  if (known) return known
  const analysis = analyseSafely(command)
  if (command.length <= MAX_FREE_LENGTH) remembered.set(command, analysis)
  return analysis
}

function analyseSafely(command: string): ShellAnalysis {
  const unreadable = findUnreadable(command)
  if (unreadable) return notUnderstood(command, unreadable)
  try {
    return analyse(command)
  } catch (error) {
    const isTooDeep = error instanceof RangeError
    const reason = isTooDeep
      ? 'it is nested too deep'
      : `the analyser failed (${error instanceof Error ? error.message : String(error)})`
    return notUnderstood(command, { reason, text: command.slice(0, 200), start: 0, end: command.length })
  }
}

function notUnderstood(command: string, doubt: Uncertainty): ShellAnalysis {
  return {
    command,
    commands: [],
    possible: [],
    uncertain: [doubt],
    readOnly: { value: false, reason: doubt.reason },
    paths: [],
    directoryChanges: [],
    destructive: undefined,
    criticalRemovals: [],
  }
}

function analyse(command: string): ShellAnalysis {
  const doubts = new Doubts(command.length)
  const deceptive = findDeceptive(command)
  if (deceptive) doubts.add(deceptive.reason, deceptive.text, deceptive)
  const scope = emptyScope()
  const walk = walkScript(parseScript(command), scope, doubts)
  const budget = fullBudget()
  const started = walk.commands.map((found) => {
    noteDoubts(found, walk.survey, doubts)
    return findRunning(found, doubts, budget)
  })
  const commands = walk.commands.map((found, i) => judgeCommand(found, started[i]!))
  const running = started.flatMap((each) => each.running)
  const possible = possibleForms(running)
  const redirects = commands.flatMap((each) => each.redirects)
  return {
    command,
    commands,
    possible,
    uncertain: doubts.all,
    readOnly: judgeLine(command, commands, walk, doubts),
    paths: [...commands.flatMap(({ paths }) => paths), ...walk.mentions],
    directoryChanges: scope.places[0] ?? [],
    destructive: destructiveWarning(possible, redirects),
    criticalRemovals: criticalRemovals(running),
  }
}

function judgeLine(
  text: string,
  commands: readonly SimpleCommand[],
  walk: Walk,
  doubts: Doubts,
): ReadOnlyVerdict {
  const no = (reason: string): ReadOnlyVerdict => ({ value: false, reason })
  if (text.trim() === '') return no('it is empty')
  if (text.length > MAX_FREE_LENGTH) return no(`it is longer than ${MAX_FREE_LENGTH} characters`)
  const [doubt] = doubts.all
  if (doubt) return no(doubt.reason)
  const [effect] = walk.effects
  if (effect !== undefined) return no(effect)
  const changing = commands.find(({ readOnly }) => !readOnly.value)
  if (changing) return changing.readOnly
  const writing = walk.commands.flatMap(({ redirects }) => redirects).find(({ writesFile }) => writesFile)
  if (writing) return no('a redirection writes a file')
  return {
    value: true,
    reason: commands.length === 1 ? commands[0]!.readOnly.reason : 'every command in it only reads',
  }
}
