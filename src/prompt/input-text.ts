import { isRecord } from '../base/json.js'
import { visibleText } from '../base/visible-text.js'
import { foldText } from './fold-text.js'

/** One part of an input for people: its name (none for the command itself), and its folded lines. */
export interface InputPart {
  readonly label: string
  readonly lines: readonly string[]
}

// longer than this, a text says how long it is, so that nobody takes its beginning for the whole
const longText = 400

/** The whole input, nothing cut, hidden characters as marks. `command` comes first and needs no label. */
export function inputParts(input: unknown, width: number): InputPart[] {
  if (!isRecord(input)) return [{ label: '', lines: fold(asText(input), width) }]
  const { command, ...others } = input
  const parts = Object.entries(others).map(([name, value]) => part(name, value, width))
  return typeof command === 'string'
    ? [part('', command, width), ...parts]
    : command === undefined
      ? parts
      : [part('command', command, width), ...parts]
}

function part(name: string, value: unknown, width: number): InputPart {
  const text = asText(value)
  const length = text.length > longText ? `${text.length.toLocaleString('en')} characters` : ''
  const label = visibleText(name).replaceAll('\n', '⏎')
  return { label: [label, length && `(${length})`].filter(Boolean).join(' '), lines: fold(text, width) }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? String(value))
}

function fold(text: string, width: number): string[] {
  return foldText(markPadding(visibleText(text)), width)
}

/** Many blanks or empty lines push what follows out of sight: they are shown by their number. */
function markPadding(text: string): string {
  return text
    .replace(/ {24,}/g, (blanks) => ` ⟨${blanks.length} blanks⟩ `)
    .replace(/\n(?:[ ⇥]*\n){5,}/g, (lines) => `\n⟨${lines.split('\n').length - 2} empty lines⟩\n`)
}
