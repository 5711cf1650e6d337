import { isNestedTooDeep, shownJson } from '../base/json-depth.js'
import { visibleLine } from '../base/visible-text.js'
import type { Decision, TraceEntry } from '../permissions/decision.js'
import type { RuleReference } from '../permissions/rule.js'
import type { CheckOutcome } from '../pipeline/api.js'
import { foldText } from '../prompt/fold-text.js'
import { inputParts } from '../prompt/input-text.js'
import { type BlockOptions, decidedByText, placeOf } from './call-block.js'
import type { CheckCall, CheckRecord } from './check-record.js'

type TreeOptions = Omit<BlockOptions, 'now'>
interface Branch {
  readonly title: string
  readonly lines: readonly string[]
}

/** A decision for people: the call, what was decided and why, what each link said, and what the analyser saw. */
export function checkTree(
  call: CheckCall,
  record: CheckRecord,
  outcome: CheckOutcome,
  options: TreeOptions,
): string[] {
  const { colors } = options
  const branches = [
    {
      title: 'input',
      lines: inputParts(
        isNestedTooDeep(call.input) ? shownJson(call.input) : call.input,
        options.columns - 8,
      ).flatMap(({ label, lines }) =>
        label === '' ? lines : [`${label}: ${lines[0] ?? ''}`, ...lines.slice(1).map((line) => `  ${line}`)],
      ),
    },
    decisionBranch(outcome, options),
    ...(outcome.trace ? [linksBranch(outcome.trace, options)] : []),
    ...(outcome.trace && outcome.trace.remarks.length > 0
      ? [
          {
            title: 'remarks',
            lines: outcome.trace.remarks.flatMap((remark) =>
              foldText(visibleLine(remark), options.columns - 8),
            ),
          },
        ]
      : []),
    ...commandBranches(record, options),
  ]
  return [
    colors.bold(visibleLine(call.name)),
    ...branches.flatMap((branch, index) => draw(branch, index === branches.length - 1, options)),
  ]
}

function draw({ title, lines }: Branch, last: boolean, { colors }: TreeOptions): string[] {
  const side = colors.dim(last ? '   ' : '│  ')
  return [
    `${colors.dim(last ? '└─' : '├─')} ${colors.bold(title)}`,
    ...lines.map((line) => `${side}  ${line}`),
  ]
}

function decisionBranch(
  { decision, stage, reason, trace }: CheckOutcome,
  { columns, colors, cwd }: TreeOptions,
): Branch {
  const color = decision === 'allow' ? colors.green : decision === 'ask' ? colors.yellow : colors.red
  const by = trace ? ` ${decidedByText(trace.decidedBy, cwd)}` : ''
  return {
    title: `decision: ${color(decision)}${stage === 'permission' ? '' : ` at ${stage}`}`,
    lines: foldText(reason.split('\n').map(visibleLine).join('\n') + by, columns - 8),
  }
}

function linksBranch(trace: Decision, options: TreeOptions): Branch {
  const winner = winningEntry(trace)
  return {
    title: 'links, in order',
    lines: trace.trace.flatMap((entry) => linkLines(entry, entry === winner, trace, options)),
  }
}

/** The link that settled it: the one with the rule that counted, else the first that said the same. */
function winningEntry({ trace, behavior, decidedBy }: Decision): TraceEntry | undefined {
  const same = trace.filter(({ said }) => said === behavior)
  if (decidedBy.type !== 'rule') return same.find(({ rules }) => !rules?.length) ?? same[0]
  return same.find(({ rules }) => rules?.some((rule) => isSame(rule, decidedBy.rule))) ?? same[0]
}

function linkLines(
  { link, said, reason, rules = [] }: TraceEntry,
  won: boolean,
  { decidedBy }: Decision,
  { columns, colors, cwd }: TreeOptions,
): string[] {
  if (said === 'nothing' || said === 'notReached') {
    return [colors.dim(`· ${link.padEnd(22)} ${said === 'nothing' ? '–' : 'not reached'}`)]
  }
  const color = said === 'allow' ? colors.green : said === 'deny' ? colors.red : colors.yellow
  const head = `${won ? '▸' : '·'} ${link.padEnd(22)} ${color(said)}${won ? colors.bold('  ← this settled it') : ''}`
  const named = rules.map((rule, index) => {
    const counted = decidedBy.type === 'rule' ? isSame(rule, decidedBy.rule) : won && index === 0
    return `    ${counted ? '▸' : '·'} ${rule.behavior} ${placeOf(rule, cwd)}`
  })
  const why = reason === undefined || rules.length > 0 ? [] : foldText(visibleLine(reason), columns - 12)
  return [head, ...why.map((line) => `    ${line}`), ...named]
}

function isSame(a: RuleReference, b: RuleReference): boolean {
  return (
    a.text === b.text &&
    a.behavior === b.behavior &&
    a.file === b.file &&
    a.line === b.line &&
    a.source === b.source
  )
}

function commandBranches(
  { commands = [], uncertain = [], destructive }: CheckRecord,
  { columns, colors }: TreeOptions,
): Branch[] {
  const seen = commands.map(
    ({ text, readOnly }) =>
      `${readOnly ? colors.green('reads ') : colors.yellow('writes')} ${visibleLine(text)}`,
  )
  const doubts = uncertain.flatMap(({ reason, text }) =>
    foldText(`${visibleLine(reason)}: ${visibleLine(text)}`, columns - 8),
  )
  return [
    ...(seen.length > 0 ? [{ title: 'commands', lines: seen }] : []),
    ...(doubts.length > 0 ? [{ title: 'uncertain', lines: doubts }] : []),
    ...(destructive === undefined
      ? []
      : [{ title: colors.red('destroys'), lines: foldText(visibleLine(destructive), columns - 8) }]),
  ]
}
