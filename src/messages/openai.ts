import { isRecord } from '../base/json.js'
import type { ContentBlock, ToolResultBlock, UserMessage } from '../tool/content.js'

/** OpenAI's shapes, as far as tool calls go. What else they hold passes through unread. */
export interface ToolMessage {
  readonly role: 'tool'
  readonly tool_call_id: string
  readonly content: string
}

export interface FunctionCallOutput {
  readonly type: 'function_call_output'
  readonly call_id: string
  readonly output: string
}

/** A call as the gate takes it. `input` may be JSON text: validation parses it, and says so where it is none. */
export interface CallBlock {
  readonly type: 'tool_use'
  readonly id: unknown
  readonly name: unknown
  readonly input: unknown
}

/** The calls of a chat message, or of a whole chat completion (its first choice). */
export function callsOfChat(value: unknown): CallBlock[] {
  const message = chatMessageOf(value)
  const calls = isRecord(message) && Array.isArray(message.tool_calls) ? message.tool_calls : []
  return calls.filter(isRecord).map(({ id, function: called, custom }) => {
    if (isRecord(custom)) return { type: 'tool_use', id, name: custom.name, input: { input: custom.input } }
    const { name, arguments: input } = isRecord(called) ? called : { name: undefined, arguments: undefined }
    return { type: 'tool_use', id, name, input: emptyAsObject(input) }
  })
}

function chatMessageOf(value: unknown): unknown {
  if (!isRecord(value)) return undefined
  const [choice] = Array.isArray(value.choices) ? (value.choices as unknown[]) : []
  return isRecord(choice) ? choice.message : value
}

/** The calls of a response, of its `output`, or of a list of items. */
export function callsOfItems(value: unknown): CallBlock[] {
  const output = isRecord(value) ? value.output : value
  const items: readonly unknown[] = Array.isArray(output) ? output : []
  return items
    .filter(isRecord)
    .filter(({ type }) => type === 'function_call')
    .map(({ call_id, name, arguments: input }) => ({
      type: 'tool_use',
      id: call_id,
      name,
      input: emptyAsObject(input),
    }))
}

/** Models leave out the arguments of a function without parameters. */
function emptyAsObject(input: unknown): unknown {
  return input === '' || input === undefined || input === null ? {} : input
}

/** Chat: each result is a message of its own; texts for the model follow as one of the user. */
export function toChatMessages({
  content,
}: UserMessage): (ToolMessage | { role: 'user'; content: string })[] {
  const results = content.filter(isResult)
  const texts = textsOf(content)
  return [
    ...results.map(
      (result): ToolMessage => ({
        role: 'tool',
        tool_call_id: result.tool_use_id,
        content: plainText(result),
      }),
    ),
    ...(texts.length > 0 ? [{ role: 'user' as const, content: texts.join('\n\n') }] : []),
  ]
}

/** Responses: each result is an item. */
export function toOutputItems({ content }: UserMessage) {
  const results = content.filter(isResult)
  const texts = textsOf(content)
  return [
    ...results.map(
      (result): FunctionCallOutput => ({
        type: 'function_call_output',
        call_id: result.tool_use_id,
        output: plainText(result),
      }),
    ),
    ...(texts.length > 0
      ? [
          {
            type: 'message' as const,
            role: 'user' as const,
            content: [{ type: 'input_text' as const, text: texts.join('\n\n') }],
          },
        ]
      : []),
  ]
}

function isResult(block: UserMessage['content'][number]): block is ToolResultBlock {
  return block.type === 'tool_result'
}

function textsOf(content: UserMessage['content']): string[] {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
}

/** These formats carry text alone, and no mark for an error: the text says it. */
function plainText({ content, is_error }: ToolResultBlock): string {
  const text = typeof content === 'string' ? content : content.map(textOf).join('\n')
  return is_error && !/error|refused|not run|interrupted|exit code/i.test(text.slice(0, 200))
    ? `Error: ${text}`
    : text
}

function textOf(block: ContentBlock): string {
  if (block.type === 'text' && typeof block.text === 'string') return block.text
  return `(${block.type}: not shown, since this format carries text alone)`
}
