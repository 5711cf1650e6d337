import { callsOfChat, callsOfItems, toChatMessages, toOutputItems } from '../messages/openai.js'
import { eventsOfStream } from '../messages/openai-stream.js'
import type { Callgate } from '../pipeline/api.js'
import type { RunOutcome } from '../pipeline/events.js'
import type { AssistantMessage } from '../tool/content.js'
import type { AnyTool } from '../tool/tool.js'

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

export interface OpenAiAnswer<Item> {
  /** To append behind the model's own message or items. */
  readonly answers: Item[]
  /** Nothing is left to do: no call was made, or somebody stopped the run. */
  readonly done: boolean
  readonly stop?: RunOutcome['stop']
}

type Options = { readonly signal?: AbortSignal }

/** Answers a chat completion, one of its messages, or its chunks as they arrive: `tool` messages. */
export async function answerChat(gate: Pick<Callgate, 'results'>, given: object, options?: Options) {
  const outcome = await gate.results(
    isStream(given) ? eventsOfStream(given) : asMessage(callsOfChat(given)),
    options,
  )
  return answerOf(outcome, toChatMessages(outcome.message))
}

/** Answers a response, its output items, or its events as they arrive: `function_call_output` items. */
export async function answerResponse(gate: Pick<Callgate, 'results'>, given: object, options?: Options) {
  const outcome = await gate.results(
    isStream(given) ? eventsOfStream(given) : asMessage(callsOfItems(given)),
    options,
  )
  return answerOf(outcome, toOutputItems(outcome.message))
}

function answerOf<Item>({ message, stop }: RunOutcome, answers: Item[]): OpenAiAnswer<Item> {
  const calls = message.content.some(({ type }) => type === 'tool_result')
  return { answers, done: !calls || stop !== undefined, ...(stop && { stop }) }
}

function asMessage(blocks: readonly object[]): AssistantMessage {
  return { role: 'assistant', content: blocks as AssistantMessage['content'] }
}

function isStream(value: object): value is AsyncIterable<unknown> {
  return Symbol.asyncIterator in value
}
