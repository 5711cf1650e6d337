import { isRecord } from '../base/json.js'
import type { Callgate, MessageStream } from '../pipeline/api.js'
import type { AssistantMessage } from '../tool/content.js'
import { type Answered, answeredBy, isStream, valuesOf } from './answered.js'

export interface AnthropicTool {
  readonly name: string
  readonly description: string
  readonly input_schema: { readonly type: 'object'; readonly [field: string]: unknown }
}

/** The gate's tools for `tools` of a Messages request. Tools whose schema exposes no JSON Schema take any object. */
export function anthropicTools(gate: Pick<Callgate, 'tools'>): AnthropicTool[] {
  return gate.tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    input_schema: { type: 'object', ...(inputSchema.jsonSchema as object | undefined) },
  }))
}

export interface AnthropicAnswer extends Answered {
  /** To append to the conversation: the assistant's message as it was answered, and the user message that answers its calls. */
  readonly messages: AnthropicMessage[]
}

export interface AnthropicMessage {
  readonly role: 'assistant' | 'user'
  // biome-ignore lint/suspicious/noExplicitAny: to be pushed to the SDK's own `MessageParam[]`, whose types are not imported here
  readonly content: any[]
}

/**
 * Answers an assistant message, or the stream of one (`client.messages.stream(…)`): calls start while it still arrives. A stream
 * that breaks off: where a call had begun, resolves with the results of all that had, and `brokenOff`; where none had, rejects
 * with the stream's own error. Rejects with CallgateError `INPUT_UNRECOGNISED` where it is given something else.
 */
export async function answerAnthropic(
  gate: Pick<Callgate, 'results'>,
  message: AssistantMessage | MessageStream,
  options?: { readonly signal?: AbortSignal },
): Promise<AnthropicAnswer> {
  const given =
    typeof message === 'object' && message !== null && isStream(message) ? toItsEnd(message) : message
  const outcome = await gate.results(given, options)
  const answered = answeredBy(outcome)
  const { assistant, message: answer } = outcome
  const calls = answer.content.some(({ type }) => type === 'tool_result')
  const both = calls ? [assistant, answer] : [assistant]
  return { messages: both.map(({ role, content }) => ({ role, content: [...content] })), ...answered }
}

/** An SDK's stream that is left before its end counts as aborted: `finalMessage()` of it would reject. */
async function* toItsEnd(stream: MessageStream): AsyncGenerator<unknown> {
  let last: unknown
  try {
    for await (const event of valuesOf(stream)) {
      if (isRecord(event) && event.type === 'message_stop') last ??= event
      else if (last === undefined) yield event
    }
  } catch (error) {
    // the message itself is complete
    if (last === undefined) throw error
  }
  if (last !== undefined) yield last
}
