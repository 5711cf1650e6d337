import { isRecord } from '../base/json.js'
import { jsonProblem } from './json-problem.js'
import { doneMark } from './openai-stream.js'
import type { Line } from './read-lines.js'
import { excerpt, unrecognised } from './unrecognised.js'

/** An object of the input, and the line it begins on. */
export interface Value {
  readonly value: Readonly<Record<string, unknown>>
  readonly line: number
  /** Its place in a list, from 1. */
  readonly entry?: number
}

/** Where a value stands, for people. */
export function placeOf({ line, entry }: Value): string {
  return entry === undefined ? `line ${line}` : `entry ${entry} of the list`
}

/** JSON Lines: one object a line. Blank lines mean nothing. */
export async function* readJsonLines(
  lines: AsyncIterable<Line>,
  name: string,
): AsyncGenerator<Value, void, undefined> {
  for await (const { text, number } of lines) {
    if (text.trim() !== '') yield { value: parseRecord(text, number, name), line: number }
  }
}

/** The decoded `data` of server-sent events. An event ends with a blank line, the last one also with the input. */
export async function* readServerSentEvents(
  lines: AsyncIterable<Line>,
  name: string,
): AsyncGenerator<Value, void, undefined> {
  let data: string[] = []
  let event = ''
  let start = 0
  const finish = (): Value | undefined => {
    const text = data.join('\n')
    const type = event
    data = []
    event = ''
    if (text === '') return undefined
    if (text === '[DONE]') return { value: doneMark, line: start }
    const value = parseRecord(text, start, name)
    return {
      value: typeof value.type === 'string' || type === '' ? value : { ...value, type },
      line: start,
    }
  }
  for await (const { text, number } of lines) {
    if (text === '') {
      const value = finish()
      if (value) yield value
      continue
    }
    const field = readField(text)
    if (field.name === 'event') event = field.value
    if (field.name !== 'data') continue
    if (data.length === 0) start = number
    data.push(field.value)
  }
  const value = finish()
  if (value) yield value
}

/** A comment gives the name ''. One blank after the colon belongs to the syntax. */
function readField(line: string): { name: string; value: string } {
  const colon = line.indexOf(':')
  if (colon === -1) return { name: line, value: '' }
  const value = line.slice(colon + 1)
  return { name: line.slice(0, colon), value: value.startsWith(' ') ? value.slice(1) : value }
}

function parseRecord(text: string, line: number, name: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const { problem } = jsonProblem(text, error as Error)
    throw unrecognised(name, line, `${excerpt(text)} ${problem}`, { cause: error })
  }
  if (!isRecord(value)) throw unrecognised(name, line, `${excerpt(text)} is no message and no event.`)
  return value
}
