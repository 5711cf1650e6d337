import { isRecord } from '../base/json.js'
import { CallgateError } from '../errors/callgate-error.js'
import type { ContentBlock, ToolResultContent } from './content.js'
import { defineTool, mapAnything } from './define-tool.js'
import { toInputSchema } from './read-schema.js'
import type { AnyTool, OnProgress, ToolContext } from './tool.js'

/** The part of an AI SDK tool (`tool({ … })` of the npm package `ai`) that Callgate reads. */
interface AiSdkTool {
  readonly description?: string
  readonly inputSchema: unknown
  readonly execute: (input: unknown, options: object) => unknown
  readonly toModelOutput?: (options: { toolCallId: string; input: unknown; output: unknown }) => unknown
  readonly needsApproval?: boolean | ((input: unknown, options: object) => boolean | PromiseLike<boolean>)
}

const passesAnything = {
  '~standard': { version: 1, vendor: 'callgate', validate: (value: unknown) => ({ value }) },
} as const

/** Takes a tool of our own as it is, and adapts one in the AI SDK's shape; the record's key is its name. */
export function adaptTool(name: string, tool: unknown): AnyTool {
  if (isOwnTool(tool)) return tool
  if (!isRecord(tool)) throw new CallgateError('TOOL_INVALID', { tool: name, problem: 'it is no object.' })
  if (typeof tool.execute !== 'function' || tool.inputSchema === undefined) {
    const problem =
      'it has neither the shape of defineTool() nor that of an AI SDK tool (inputSchema and execute).'
    throw new CallgateError('TOOL_INVALID', { tool: name, problem })
  }
  const own = tool as unknown as AiSdkTool
  const adapted = defineTool({
    name,
    description: own.description ?? '',
    inputSchema: passesAnything,
    call: (input: unknown, context: ToolContext, onProgress: OnProgress) =>
      execute(own, input, context, onProgress),
    mapResult: ({ output, input, toolCallId }) => mapOutput(own, output, input, toolCallId),
  })
  const inputSchema =
    typeof own.inputSchema === 'function' && !('~standard' in own.inputSchema)
      ? own.inputSchema()
      : own.inputSchema
  return {
    ...adapted,
    inputSchema: toInputSchema(inputSchema, name),
    requiresUserInteraction: (input) => needsApproval(own, input),
  }
}

function isOwnTool(tool: unknown): tool is AnyTool {
  return (
    isRecord(tool) &&
    typeof tool.call === 'function' &&
    typeof tool.mapResult === 'function' &&
    isRecord(tool.inputSchema)
  )
}

/** Fail closed: an approval check that throws asks for approval. */
async function needsApproval({ needsApproval: needs }: AiSdkTool, input: unknown): Promise<boolean> {
  if (typeof needs !== 'function') return needs === true
  try {
    return (await needs(input, { toolCallId: '', messages: [] })) !== false
  } catch {
    return true
  }
}

interface Executed {
  readonly output: unknown
  readonly input: unknown
  readonly toolCallId: string
}

/** `execute` may answer a value, a promise, or an async iterable whose last value is the output. */
async function execute(
  tool: AiSdkTool,
  input: unknown,
  context: ToolContext,
  onProgress: OnProgress,
): Promise<Executed> {
  const options = { toolCallId: context.toolUseId, messages: [], abortSignal: context.signal }
  const answer = await tool.execute(input, options)
  const toolCallId = context.toolUseId
  if (!isAsyncIterable(answer)) return { output: answer, input, toolCallId }
  let output: unknown
  for await (const part of answer) {
    output = part
    onProgress({ kind: 'partial', output: part })
  }
  return { output, input, toolCallId }
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

async function mapOutput(
  tool: AiSdkTool,
  output: unknown,
  input: unknown,
  toolCallId: string,
): Promise<ToolResultContent> {
  if (tool.toModelOutput === undefined) return mapAnything(output)
  const mapped = await tool.toModelOutput({ toolCallId, input, output })
  return isRecord(mapped) ? fromModelOutput(mapped) : mapAnything(mapped)
}

/** https://ai-sdk.dev/docs/reference/ai-sdk-core/tool: text, json, their error forms, execution-denied, content. */
function fromModelOutput({ type, value, reason }: Record<string, unknown>): ToolResultContent {
  switch (type) {
    case 'text':
    case 'json':
      return mapAnything(value)
    case 'error-text':
    case 'error-json':
      return { ...mapAnything(value), isError: true }
    case 'execution-denied':
      return {
        content: `Not executed: ${typeof reason === 'string' ? reason : 'the tool denied it.'}`,
        isError: true,
      }
    case 'content':
      return { content: Array.isArray(value) ? value.filter(isRecord).map(toBlock) : [] }
    default:
      return mapAnything(value)
  }
}

function toBlock(part: Record<string, unknown>): ContentBlock {
  if (part.type === 'text' && typeof part.text === 'string') return { type: 'text', text: part.text }
  const media = typeof part.mediaType === 'string' ? part.mediaType : ''
  if (typeof part.data === 'string' && media.startsWith('image/')) {
    return { type: 'image', source: { type: 'base64', media_type: media, data: part.data } }
  }
  return { type: 'text', text: JSON.stringify(part) }
}
