import { isRecord } from '../base/json.js'
import { MalformedInput } from './call.js'

/** What a stream of Messages API events says about its blocks, as soon as it says it. */
export type StreamItem =
  /** A `tool_use` begins: its place among the calls is known from here. */
  | { readonly type: 'begun'; readonly index: number; readonly id: unknown; readonly name: unknown }
  /** Its input is complete, or will never be. */
  | { readonly type: 'input'; readonly index: number; readonly input: unknown }
  /** Any other block, complete: kept for the history only. */
  | { readonly type: 'other'; readonly index: number; readonly block: unknown }
  /** The stream is over before it said so; blocks that are still open never end. */
  | { readonly type: 'brokenOff'; readonly problem: string }

/** A block by its own place: two blocks of a careless stream may carry the same index. */
interface OpenBlock {
  readonly place: number
  readonly block: Record<string, unknown>
  readonly pieces: string[]
  length: number
}

// a model's turn is bounded far below this; a hostile stream is not
const maxInputChars = 64 * 1024 * 1024

/**
 * Reads decoded events (https://platform.claude.com/docs/en/build-with-claude/streaming). Unknown events are passed over. An
 * `error` event, an exception of the source, or an end without `message_stop` is a stream that broke off.
 */
export async function* readStream(
  source: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncGenerator<StreamItem> {
  const open = new Map<number, OpenBlock>()
  const begun = { blocks: 0 }
  try {
    for await (const event of source) {
      if (!isRecord(event)) continue
      if (event.type === 'message_stop')
        return yield* closeAll(open, 'its message ended before the block did')
      if (event.type === 'error') return yield* breakOff(open, describeError(event.error))
      yield* readEvent(event, open, begun)
    }
  } catch (error) {
    return yield* breakOff(open, error instanceof Error ? error.message : String(error))
  }
  yield* breakOff(open, 'the stream ended without message_stop')
}

function* readEvent(
  event: Record<string, unknown>,
  open: Map<number, OpenBlock>,
  begun: { blocks: number },
): Generator<StreamItem> {
  const index = typeof event.index === 'number' ? event.index : -1
  if (event.type === 'content_block_start' && isRecord(event.content_block)) {
    const replaced = open.get(index)
    if (replaced) yield* unfinished(replaced, 'another block began in its place before it was complete')
    const block = event.content_block
    const place = begun.blocks++
    open.set(index, { place, block, pieces: [], length: 0 })
    if (block.type === 'tool_use') yield { type: 'begun', index: place, id: block.id, name: block.name }
    return
  }
  const current = open.get(index)
  if (current === undefined) return
  if (event.type === 'content_block_delta' && isRecord(event.delta)) addDelta(current, event.delta)
  if (event.type === 'content_block_stop') {
    open.delete(index)
    yield closed(current)
  }
}

function addDelta(current: OpenBlock, delta: Record<string, unknown>): void {
  const piece = [delta.partial_json, delta.text, delta.thinking].find((each) => typeof each === 'string')
  if (typeof piece !== 'string' || current.length > maxInputChars) return
  current.pieces.push(piece)
  current.length += piece.length
}

function closed({ place: index, block, pieces, length }: OpenBlock): StreamItem {
  const text = pieces.join('')
  if (block.type !== 'tool_use') {
    const field = block.type === 'thinking' ? 'thinking' : 'text'
    return { type: 'other', index, block: text === '' ? block : { ...block, [field]: text } }
  }
  // nothing streamed: what the block began with counts, which is `{}` unless a host filled it in
  if (text.trim() === '') return { type: 'input', index, input: block.input ?? {} }
  if (length > maxInputChars)
    return {
      type: 'input',
      index,
      input: new MalformedInput(text, `it is longer than ${maxInputChars} characters`),
    }
  try {
    return { type: 'input', index, input: JSON.parse(text) }
  } catch (error) {
    const problem = `it is not valid JSON: ${error instanceof Error ? error.message : String(error)}`
    return { type: 'input', index, input: new MalformedInput(text, problem) }
  }
}

function* breakOff(open: Map<number, OpenBlock>, problem: string): Generator<StreamItem> {
  yield* closeAll(open, `the stream broke off before it was complete: ${problem}`)
  yield { type: 'brokenOff', problem }
}

/** Open blocks get an input that cannot be run: half an input is never taken for a whole one. */
function* closeAll(open: Map<number, OpenBlock>, problem: string): Generator<StreamItem> {
  for (const block of open.values()) yield* unfinished(block, problem)
  open.clear()
}

function* unfinished({ place, block, pieces }: OpenBlock, problem: string): Generator<StreamItem> {
  if (block.type === 'tool_use')
    yield { type: 'input', index: place, input: new MalformedInput(pieces.join(''), problem) }
}

function describeError(error: unknown): string {
  if (isRecord(error) && typeof error.message === 'string') return error.message
  return typeof error === 'string' ? error : 'an error event'
}
