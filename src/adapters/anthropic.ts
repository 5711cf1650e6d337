import type { Callgate, MessageStream } from '../pipeline/api.js'
import type { RunOutcome } from '../pipeline/events.js'
import type { AssistantMessage, UserMessage } from '../tool/content.js'

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

/** What to append to the conversation: the assistant's message as it was answered, and the user message that answers it. */
export interface AnthropicAnswer {
  readonly messages: readonly [RunOutcome['assistant'], UserMessage] | readonly [RunOutcome['assistant']]
  /** Nothing is left to do: no call was made, or somebody stopped the run. */
  readonly done: boolean
  readonly stop?: RunOutcome['stop']
}

/** Answers an assistant message, or the stream of one (`client.messages.stream(…)`): calls start while it still arrives. */
export async function answerAnthropic(
  gate: Pick<Callgate, 'results'>,
  message: AssistantMessage | MessageStream,
  options?: { readonly signal?: AbortSignal },
): Promise<AnthropicAnswer> {
  const { message: answer, assistant, stop } = await gate.results(message, options)
  const calls = answer.content.some(({ type }) => type === 'tool_result')
  return {
    messages: calls ? [assistant, answer] : [assistant],
    done: !calls || stop !== undefined,
    ...(stop && { stop }),
  }
}
