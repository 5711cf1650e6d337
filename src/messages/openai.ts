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

/** What a custom tool was asked for is a text, and its output has a type of its own. */
export interface CustomCallOutput {
  readonly type: 'custom_tool_call_output'
  readonly call_id: string
  readonly output: string
}

/** Texts for the model that belong to no call. */
export interface OutputText {
  readonly type: 'message'
  readonly role: 'user'
  readonly content: { readonly type: 'input_text'; readonly text: string }[]
}

/** A call as the gate takes it. `input` may be JSON text: validation parses it, and says so where it is none. */
export interface CallBlock {
  readonly type: 'tool_use'
  readonly id: unknown
  readonly name: unknown
  readonly input: unknown
}

export const legacyCall =
  'it holds a "function_call" of the kind before "tool_calls": such a call has no id to answer. Ask the model with "tools", not "functions".'

const callWithoutId = 'a call has no "call_id", so that it cannot be answered.'

/** The message of a chat completion (its first choice), or the message itself. */
export function chatMessageOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(value)) return undefined
  if (!Array.isArray(value.choices)) return value
  const message = (value.choices as unknown[]).filter(isRecord).at(0)?.message
  return isRecord(message) ? message : undefined
}

/** Why a chat message cannot be answered, if it cannot. */
export function chatFault(value: unknown): string | undefined {
  const message = chatMessageOf(value)
  const calls = Array.isArray(message?.tool_calls) && message.tool_calls.length > 0
  return isRecord(message?.function_call) && !calls ? legacyCall : undefined
}

/** The calls of a chat message, or of a whole chat completion (its first choice). */
export function callsOfChat(value: unknown): CallBlock[] {
  const message = chatMessageOf(value)
  const calls = Array.isArray(message?.tool_calls) ? message.tool_calls : []
  const [choice] = isRecord(value) && Array.isArray(value.choices) ? value.choices.filter(isRecord) : []
  const cut = choice?.finish_reason === 'length' || choice?.finish_reason === 'content_filter'
  return calls.filter(isRecord).map(({ id, function: called, custom }) => {
    if (isRecord(custom)) return { type: 'tool_use', id, name: custom.name, input: { input: custom.input } }
    const { name, arguments: input } = isRecord(called) ? called : { name: undefined, arguments: undefined }
    return { type: 'tool_use', id, name, input: cut ? (input ?? '') : emptyAsObject(input) }
  })
}

/** The items of a response, or of a list. */
export function itemsOf(value: unknown): Readonly<Record<string, unknown>>[] {
  const output = isRecord(value) ? value.output : value
  return Array.isArray(output) ? output.filter(isRecord) : []
}

/** Why a response, or a list of items, cannot be answered, if it cannot. */
export function itemsFault(value: unknown): string | undefined {
  return itemsOf(value).some((item) => isCall(item) && !item.call_id) ? callWithoutId : undefined
}

/** The calls of a response, of its `output`, or of a list of items. */
export function callsOfItems(value: unknown): CallBlock[] {
  return itemsOf(value)
    .filter(isCall)
    .map(({ type, status, call_id: id, name, arguments: json, input: text }) => {
      if (type === 'custom_tool_call') return { type: 'tool_use', id, name, input: { input: text } }
      return {
        type: 'tool_use',
        id,
        name,
        input: status === 'incomplete' ? (json ?? '') : emptyAsObject(json),
      }
    })
}

/** The ids of the calls that are answered as those of custom tools. */
export function customIdsOf(value: unknown): ReadonlySet<unknown> {
  const custom = itemsOf(value).filter(({ type }) => type === 'custom_tool_call')
  return new Set(custom.map(({ call_id }) => call_id))
}

function isCall({ type }: Readonly<Record<string, unknown>>): boolean {
  return type === 'function_call' || type === 'custom_tool_call'
}

/** Models leave out the arguments of a function without parameters. */
function emptyAsObject(input: unknown): unknown {
  return (typeof input === 'string' && input.trim() === '') || input === undefined || input === null
    ? {}
    : input
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

/** Responses: each result is an item; that of a call in `customIds` is one of a custom tool. */
export function toOutputItems(
  { content }: UserMessage,
  customIds: ReadonlySet<unknown> = new Set(),
): (FunctionCallOutput | CustomCallOutput | OutputText)[] {
  const texts = textsOf(content)
  return [
    ...content.filter(isResult).map((result) => ({
      type: customIds.has(result.tool_use_id)
        ? ('custom_tool_call_output' as const)
        : ('function_call_output' as const),
      call_id: result.tool_use_id,
      output: plainText(result),
    })),
    ...(texts.length > 0 ? [outputText(texts.join('\n\n'))] : []),
  ]
}

function outputText(text: string): OutputText {
  return { type: 'message', role: 'user', content: [{ type: 'input_text', text }] }
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
