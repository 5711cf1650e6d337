import { relative } from 'node:path'
import type pc from 'picocolors'
import { isRecord } from '../base/json.js'
import { shownJson } from '../base/json-depth.js'
import { visibleLine } from '../base/visible-text.js'
import type { DecidedBy, Decision } from '../permissions/decision.js'
import type { RuleReference } from '../permissions/rule.js'
import type { EndingKind } from '../pipeline/events.js'
import { cutText, foldText, widthOf } from '../prompt/fold-text.js'
import type { CallProgress } from './call-progress.js'
import { lastLines, resultLines, sizeText } from './result-lines.js'

export type Colors = ReturnType<typeof pc.createColors>

export interface BlockOptions {
  readonly columns: number
  readonly colors: Colors
  readonly cwd: string
  readonly now: number
}

const endingMarks: Readonly<Record<EndingKind, string>> = {
  completed: '✓',
  failed: '✗',
  refused: '⊘',
  invalid: '✗',
  cancelled: '■',
  faulted: '‼',
}
const spinner = ['◐', '◓', '◑', '◒']
const tailLines = 4

/** A call that is still on its way, each line narrower than the terminal. */
export function runningBlock(call: CallProgress, options: BlockOptions): string[] {
  const { colors, columns, now } = options
  const mark = spinner[Math.floor((now - call.startedAt) / 120) % spinner.length]!
  const state = `${currentOf(call)} ${timeText(now - call.startedAt)}`
  return [
    headLine(colors.cyan(mark), call, state, colors.cyan, options),
    ...decisionLines(call.decision, options),
    ...lastLines(call.tail, tailLines).map((line) => colors.dim(`  │ ${cutText(line, columns - 6)}`)),
  ]
}

/** A call that has ended: what stays on the screen. */
export function endedBlock(call: CallProgress, options: BlockOptions): string[] {
  const { colors, columns } = options
  const { end } = call
  if (!end) return runningBlock(call, options)
  const color = colorOf(end.ending, colors)
  const state = `${end.ending} ${timeText(end.at - call.startedAt)}`
  const saved = end.saved && `whole result, ${sizeText(end.saved.bytes)}: ${visibleLine(end.saved.path)}`
  return [
    headLine(color(endingMarks[end.ending]), call, state, color, options),
    ...(call.stages.length === 0 ? [] : foldText(stagesText(call), columns - 3)).map((line) =>
      colors.dim(`  ${line}`),
    ),
    ...decisionLines(call.decision, options),
    ...resultLines(end.result, end.ending, columns - 6).map((line) =>
      end.ending === 'completed' ? colors.dim(`  │ ${line}`) : `  ${color('│')} ${line}`,
    ),
    ...(saved ? foldText(saved, columns - 6).map((line) => `  ${colors.yellow('│')} ${line}`) : []),
  ]
}

function headLine(
  mark: string,
  { name, input }: CallProgress,
  state: string,
  color: (text: string) => string,
  { columns, colors }: BlockOptions,
): string {
  const shownName = cutText(visibleLine(name), Math.min(24, Math.floor(columns / 3)))
  const left = columns - 1 - widthOf(shownName) - 6
  const shownState = cutText(state, left)
  const room = left - widthOf(shownState)
  const shown = cutText(visibleLine(shortInput(input)), room)
  const gap = ' '.repeat(Math.max(1, room - widthOf(shown)))
  return `${mark} ${colors.bold(shownName)}  ${shown}${gap} ${color(shownState)}`
}

const tellingFields = ['command', 'file_path', 'pattern', 'url', 'path', 'query', 'description']

function shortInput(input: unknown): string {
  if (isRecord(input)) {
    const field = tellingFields.find((name) => typeof input[name] === 'string')
    if (field) return String(input[field])
  }
  return shownJson(input)
}

function currentOf({ asking, waiting, stages }: CallProgress): string {
  if (asking) return 'asking'
  return waiting ? 'waiting' : (stages.findLast(({ ms }) => ms === undefined)?.stage ?? 'waiting')
}

/** A call waits for its turn inside a stage; that is no time that the stage took. */
function stagesText({ stages, waitedMs }: CallProgress): string {
  const passed = stages.flatMap((stage) =>
    stage.stage === 'validation' && waitedMs >= 1
      ? [
          { ...stage, ms: stage.ms && stage.ms - waitedMs },
          { stage: 'waiting', ms: waitedMs },
        ]
      : [stage],
  )
  return passed
    .map(({ stage, ms }) => (ms === undefined || ms < 1 ? stage : `${stage} ${timeText(ms)}`))
    .join(' · ')
}

function decisionLines(decision: Decision | undefined, { columns, colors, cwd }: BlockOptions): string[] {
  if (!decision) return []
  const { behavior, reason, decidedBy } = decision
  const color = behavior === 'allow' ? colors.green : behavior === 'deny' ? colors.red : colors.yellow
  // a reason that names its rule has said where it stands
  const named = decidedBy.type === 'rule' && reason.includes(decidedBy.rule.text)
  const by = named ? '' : ` ${decidedByText(decidedBy, cwd)}`
  const lines = foldText(`${visibleLine(reason)}${by}`, columns - 11)
  return lines.map((line, index) => `  ${index === 0 ? color(behavior.padEnd(6)) : '      '} ${line}`)
}

/** Who settled it, in square brackets, with the place for an editor to jump to. */
export function decidedByText(by: DecidedBy, cwd: string): string {
  if (by.type === 'rule') return `[${placeOf(by.rule, cwd)}]`
  if (by.type === 'hook') return `[hook ${visibleLine(by.hook)}]`
  if (by.type === 'settings')
    return `[${visibleLine(shortPath(by.file, cwd))}${by.line === undefined ? '' : `:${by.line}`}]`
  return by.type === 'mode' ? `[mode ${by.mode}]` : `[${by.type}]`
}

export function placeOf({ text, source, file, line }: RuleReference, cwd: string): string {
  const place = file === undefined ? source : `${shortPath(file, cwd)}${line === undefined ? '' : `:${line}`}`
  return visibleLine(`${text} · ${place}`)
}

function shortPath(path: string, cwd: string): string {
  const inside = relative(cwd, path)
  return inside.startsWith('..') || inside === '' ? path : inside
}

function timeText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  return ms < 60_000
    ? `${(ms / 1000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}

function colorOf(ending: EndingKind, { green, red, yellow, magenta }: Colors): (text: string) => string {
  if (ending === 'completed') return green
  if (ending === 'cancelled') return yellow
  return ending === 'faulted' ? magenta : red
}
