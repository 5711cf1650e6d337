import { visibleLine } from '../base/visible-text.js'
import type { EndingKind } from '../pipeline/events.js'
import { cutText, foldText } from '../prompt/fold-text.js'
import type { ToolResultBlock } from '../tool/content.js'

const shownOfResult = 5
// what goes wrong is explained in full, within reason
const shownOfError = 12

/** What a result looks like on the screen: the end of an output; an error from its beginning, folded. */
export function resultLines({ content }: ToolResultBlock, ending: EndingKind, width: number): string[] {
  const text = typeof content === 'string' ? content : content.map(blockText).join('\n')
  if (text.trim() === '') return []
  if (ending === 'completed') return lastLines(text, shownOfResult).map((line) => cutText(line, width))
  const lines = cleanLines(text).flatMap((line) => foldText(line, width))
  return lines.length > shownOfError ? [...lines.slice(0, shownOfError - 1), '…'] : lines
}

/** The last lines of a raw output, as a terminal would have left them: colours out, after a return what was written last. */
export function lastLines(text: string, count: number): string[] {
  const lines = cleanLines(text)
  return lines.length > count
    ? [`… ${lines.length - count + 1} lines above`, ...lines.slice(1 - count)]
    : lines
}

function cleanLines(text: string): string[] {
  const lines = text
    .replace(/\u001b\[[0-9;]*[A-Za-z]/g, '')
    .split(/\r?\n/)
    .map((line) => visibleLine(lastWritten(line).replaceAll('\t', '  ')))
  while (lines.at(-1)?.trim() === '') lines.pop()
  return lines
}

/** A return alone moves to the beginning of the line, and takes nothing away. */
function lastWritten(line: string): string {
  return line.split('\r').findLast((part) => part !== '') ?? ''
}

function blockText(block: { readonly type: string; readonly text?: unknown }): string {
  return typeof block.text === 'string' ? block.text : `[${block.type}]`
}

export function sizeText(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB']
  const step = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3))
  return step === 0 ? `${bytes} bytes` : `${(bytes / 1000 ** step).toFixed(1)} ${units[step]}`
}
