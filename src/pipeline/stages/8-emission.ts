import { isRecord } from '../../base/json.js'
import { cleanText } from '../../results/clean-text.js'
import type { TextBlock } from '../../tool/content.js'
import { type AnsweredCall, MalformedInput } from '../call.js'
import type { RunOutcome, Stop } from '../events.js'

/** One place of the assistant message: a call with its answer, or a block that was no call. */
export type MessagePart =
  | {
      readonly kind: 'call'
      readonly id: string
      readonly name: string
      readonly input: unknown
      readonly answered: AnsweredCall
    }
  | { readonly kind: 'other'; readonly block: unknown }

/** One user message for one assistant message: the results in the order of the calls, then everything else. */
export function emit(
  parts: readonly MessagePart[],
  notes: readonly string[],
  stop: Stop | undefined,
  brokenOff?: Error,
): RunOutcome {
  const calls = parts.filter((part) => part.kind === 'call')
  const texts = [...new Set([...calls.flatMap(({ answered }) => answered.texts), ...notes])]
  const stopped = stop ?? calls.find(({ answered }) => answered.stop !== undefined)?.answered.stop
  return {
    message: {
      role: 'user',
      content: [...calls.map(({ answered }) => answered.result), ...texts.map(textBlock)],
    },
    assistant: { role: 'assistant', content: parts.filter(isKept).map(repaired) },
    ...(stopped && { stop: stopped }),
    ...(brokenOff && { brokenOff }),
  }
}

function textBlock(text: string): TextBlock {
  return { type: 'text', text: cleanText(text) }
}

// the API takes no text back that is empty, though it sends some
function isKept(part: MessagePart): boolean {
  if (part.kind === 'call' || !isRecord(part.block)) return true
  const { type, text } = part.block
  return type !== 'text' || typeof text !== 'string' || text.trim() !== ''
}

/** The block as the next request may carry it: an input that is no object would make it be refused. */
function repaired(part: MessagePart): unknown {
  if (part.kind === 'other') return part.block
  const { id, name, input } = part
  return { type: 'tool_use', id, name: legalName(name), input: legalInput(input) }
}

function legalInput(input: unknown): unknown {
  if (isRecord(input))
    return input instanceof MalformedInput ? { INVALID_JSON: cleanText(input.text) } : input
  return input === undefined ? {} : { INVALID_INPUT: input }
}

// the Messages API takes no other names back
function legalName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unnamed'
}
