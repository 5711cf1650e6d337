import type pc from 'picocolors'
import { visibleLine } from '../base/visible-text.js'
import type { RuleReference } from '../permissions/rule.js'
import { foldText } from './fold-text.js'
import { type InputPart, inputParts } from './input-text.js'
import type { Question } from './prompter.js'

type Colors = Pick<typeof pc, 'bold' | 'dim' | 'red' | 'cyan'>

const gutter = '│  '
const labelWidth = 8

/** What stands above the choices: tool, whole input, folder, why it asks, what would be lost. Safe for a terminal. */
export function questionText(question: Question, columns: number, colors: Colors): string {
  const width = Math.max(20, Math.min(columns, 200) - gutter.length - 1)
  const facts = [
    ...fact('in', question.cwd, width),
    ...fact('asks', question.reason, width),
    // a reason that names its rule has said where it stands
    ...(question.rule && !question.reason.includes(question.rule.text)
      ? fact('rule', ruleText(question.rule), width)
      : []),
  ]
  const warning = question.destructive ? foldText(`⚠ ${visibleLine(question.destructive)}`, width) : []
  const body = [
    '',
    ...inputParts(question.input, width - 2).flatMap((part) => partLines(part, colors)),
    '',
    ...facts.map((line) => colors.dim(line)),
    ...warning.map((line) => colors.bold(colors.red(line))),
  ]
  const head = `${colors.dim('┌')}  ${colors.bold(colors.cyan(visibleLine(question.toolName)))} needs your permission`
  return `${[head, ...body.map((line) => `${colors.dim('│')}  ${line}`.trimEnd())].join('\n')}\n`
}

/** A rule as people find it again: its text, what it does, and where it stands. */
export function ruleText({ text, behavior, source, file, line }: RuleReference): string {
  const place = file === undefined ? source : `${file}${line === undefined ? '' : `:${line}`}`
  return `${behavior} ${text} (${place})`
}

function partLines({ label, lines }: InputPart, { dim, bold }: Colors): string[] {
  const whole = lines.map((line) => `  ${bold(line)}`)
  if (label === '') return whole
  const [first = ''] = lines
  const short = lines.length === 1 && label.length + first.length < 60
  return short ? [`  ${dim(`${label}:`)} ${bold(first)}`] : [`  ${dim(`${label}:`)}`, ...whole]
}

function fact(label: string, text: string, width: number): string[] {
  return foldText(visibleLine(text), width - labelWidth).map(
    (line, index) => `${(index === 0 ? label : '').padEnd(labelWidth)}${line}`,
  )
}
