import { isRecord } from '../base/json.js'
import {
  type CallBlock,
  callsOfChat,
  callsOfItems,
  chatFault,
  chatMessageOf,
  customIdsOf,
  itemsFault,
  itemsOf,
  toChatMessages,
  toOutputItems,
} from '../messages/openai.js'
import { eventsOfStream } from '../messages/openai-stream.js'
import { excerptOf, unrecognised } from '../messages/unrecognised.js'
import type { Callgate } from '../pipeline/api.js'
import type { RunOutcome } from '../pipeline/events.js'
import type { AssistantMessage } from '../tool/content.js'
import type { AnyTool } from '../tool/tool.js'
import { type Answered, answeredBy, isStream, valuesOf } from './answered.js'

type Parameters = { readonly type: 'object'; readonly [field: string]: unknown }

/** The gate's tools for `tools` of a chat completion. */
export function chatTools(gate: Pick<Callgate, 'tools'>) {
  return gate.tools.map((tool) => ({
    type: 'function' as const,
    function: { name: tool.name, description: tool.description, parameters: parametersOf(tool) },
  }))
}

/** The gate's tools for `tools` of a response. */
export function responseTools(gate: Pick<Callgate, 'tools'>) {
  return gate.tools.map((tool) => ({
    type: 'function' as const,
    name: tool.name,
    description: tool.description,
    parameters: parametersOf(tool),
    strict: false as const,
  }))
}

function parametersOf({ inputSchema }: AnyTool): Parameters {
  return { type: 'object', ...(inputSchema.jsonSchema as object | undefined) }
}

export interface ChatAnswer extends Answered {
  /** To append to the conversation: the model's message, and then `answers`. */
  readonly messages: ChatMessage[]
  /** A `tool` message for each call; perhaps one of the user behind them. */
  readonly answers: ChatReply[]
}

type ChatReply = ReturnType<typeof toChatMessages>[number]
type ChatMessage = ChatReply | ChatAssistant

export interface ChatAssistant {
  readonly role: 'assistant'
  readonly content?: string | null
  readonly tool_calls?: {
    readonly id: string
    readonly type: 'function'
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
}

export interface ResponseAnswer extends Answered {
  /** To append to the input: the model's own items, and then `answers`. */
  // biome-ignore lint/suspicious/noExplicitAny: to be pushed to the SDK's own `ResponseInput`, whose types are not imported here
  readonly items: any[]
  /** An item with the output of each call; perhaps a message of the user behind them. */
  readonly answers: ReturnType<typeof toOutputItems>
}

type Options = { readonly signal?: AbortSignal }

/**
 * Answers a chat completion, one of its messages, or its chunks as they arrive. A stream that breaks off: where a call had
 * begun, resolves with the results of all that had, and `brokenOff`; where none had, rejects with the stream's own error.
 * Rejects with CallgateError `INPUT_UNRECOGNISED` where it is given something else.
 */
export async function answerChat(
  gate: Pick<Callgate, 'results'>,
  given: object,
  options?: Options,
): Promise<ChatAnswer> {
  const message = isStream(given) ? undefined : wholeChat(given)
  const outcome = await gate.results(
    isStream(given) ? eventsOfStream(valuesOf(given)) : asMessage(callsOfChat(given)),
    options,
  )
  const answered = answeredBy(outcome)
  const answers = toChatMessages(outcome.message)
  return { messages: [message ?? chatAssistant(outcome.assistant), ...answers], answers, ...answered }
}

/** Answers a response, its output items, or its events as they arrive. Breaks off and rejects like `answerChat`. */
export async function answerResponse(
  gate: Pick<Callgate, 'results'>,
  given: object,
  options?: Options,
): Promise<ResponseAnswer> {
  const streams = isStream(given) && !Array.isArray(given)
  const items: unknown[] = streams ? [] : wholeResponse(given)
  const events = streams ? eventsOfStream(valuesOf(given), (item) => items.push(item)) : undefined
  const outcome = await gate.results(events ?? asMessage(callsOfItems(items)), options)
  const answered = answeredBy(outcome)
  const answers = toOutputItems(outcome.message, customIdsOf(items))
  return { items: [...items, ...answers], answers, ...answered }
}

/** The message of a completion, or the one given. */
function wholeChat(given: object): ChatAssistant {
  const message = chatMessageOf(given)
  const problem = message?.role === 'assistant' ? chatFault(message) : noMessage(given)
  if (problem !== undefined)
    throw unrecognised('what was given to answerChat()', undefined, problem, {
      wanted: 'Give a chat completion, the message of one, or the stream of its chunks.',
    })
  return message as unknown as ChatAssistant
}

function wholeResponse(given: object): unknown[] {
  const isWhole = Array.isArray(given) || Array.isArray((given as { output?: unknown }).output)
  const problem = isWhole ? itemsFault(given) : noMessage(given)
  if (problem !== undefined)
    throw unrecognised('what was given to answerResponse()', undefined, problem, {
      wanted: 'Give a response, its output items, or the stream of its events.',
    })
  return itemsOf(given)
}

function noMessage(given: object): string {
  return 'then' in given ? 'it is a promise: await it first.' : `${excerptOf(given)} is none of these.`
}

/** The message of a stream, put together as it was answered. */
function chatAssistant({ content }: RunOutcome['assistant']): ChatAssistant {
  const blocks = content.filter(isRecord)
  const texts = blocks.flatMap(({ type, text }) => (type === 'text' ? [String(text)] : []))
  const tool_calls = blocks
    .filter(({ type }) => type === 'tool_use')
    .map(({ id, name, input }) => ({
      id: String(id),
      type: 'function' as const,
      function: { name: String(name), arguments: JSON.stringify(input) },
    }))
  const text = texts.join('')
  return tool_calls.length > 0
    ? { role: 'assistant', content: text === '' ? null : text, tool_calls }
    : { role: 'assistant', content: text }
}

function asMessage(blocks: readonly CallBlock[]): AssistantMessage {
  return { role: 'assistant', content: blocks }
}
