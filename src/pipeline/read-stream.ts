import { isRecord } from '../base/json.js'
import { excerptOf, unrecognised } from '../messages/unrecognised.js'
import { GrowingBlock } from './assemble-block.js'
import { brokenOffBy } from './broken-off.js'

/** What a stream of Messages API events says about its blocks, as soon as it says it. */
export type StreamItem =
  /** A `tool_use` begins: its place among the calls is known from here. */
  | { readonly type: 'begun'; readonly index: number; readonly id: unknown; readonly name: unknown }
  /** Its input is complete, or will never be. */
  | { readonly type: 'input'; readonly index: number; readonly input: unknown }
  /** Any other block, complete: kept for the history only. */
  | { readonly type: 'other'; readonly index: number; readonly block: unknown }
  /** The stream is over before it said so; blocks that are still open never end. */
  | { readonly type: 'brokenOff'; readonly problem: string; readonly error: Error }

/** A block by its own place: two blocks of a careless stream may carry the same index. */
interface OpenBlock {
  readonly place: number
  readonly block: GrowingBlock
}

/**
 * Reads decoded events (https://platform.claude.com/docs/en/build-with-claude/streaming). Unknown events are passed over. An
 * `error` event, an exception of the source, or an end without `message_stop` is a stream that broke off. Throws
 * `INPUT_UNRECOGNISED` where no value is an event of such a stream.
 */
export async function* readStream(
  source: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncGenerator<StreamItem> {
  const open = new Map<number, OpenBlock>()
  const begun = { blocks: 0 }
  let [known, other]: [boolean, unknown] = [false, undefined]
  try {
    for await (const event of source) {
      if (!isMessagesEvent(event)) {
        other ??= event
        continue
      }
      known = true
      if (event.type === 'message_stop')
        return yield* closeAll(open, 'its message ended before the block did')
      if (event.type === 'error') return yield* breakOff(open, describeError(event.error), event.error)
      yield* readEvent(event, open, begun)
    }
  } catch (error) {
    return yield* breakOff(open, error instanceof Error ? error.message : String(error), error)
  }
  if (!known && other !== undefined) throw noEvent(other)
  yield* breakOff(open, 'the stream ended before its message did')
}

const eventTypes = new Set(
  'message_start content_block_start content_block_delta content_block_stop message_delta message_stop ping error'.split(
    ' ',
  ),
)

function isMessagesEvent(event: unknown): event is Record<string, unknown> {
  return isRecord(event) && eventTypes.has(String(event.type))
}

function noEvent(value: unknown): Error {
  const problem = `${excerptOf(value)} is no event of a Messages stream.`
  const wanted =
    'Give decoded events of the Messages API, or their server-sent text. For streams of OpenAI see callgate/openai.'
  return unrecognised('the stream given to run()', undefined, problem, { wanted })
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
    const { id, name } = event.content_block
    const block = new GrowingBlock(event.content_block)
    const place = begun.blocks++
    open.set(index, { place, block })
    if (block.isCall) yield { type: 'begun', index: place, id, name }
    return
  }
  const current = open.get(index)
  if (current === undefined) return
  if (event.type === 'content_block_delta' && isRecord(event.delta)) current.block.add(event.delta)
  if (event.type === 'content_block_stop') {
    open.delete(index)
    yield closed(current)
  }
}

function closed({ place: index, block }: OpenBlock): StreamItem {
  return block.isCall
    ? { type: 'input', index, input: block.input() }
    : { type: 'other', index, block: block.whole() }
}

function* breakOff(open: Map<number, OpenBlock>, problem: string, cause?: unknown): Generator<StreamItem> {
  yield* closeAll(open, `the stream broke off before it was complete: ${problem}`)
  yield { type: 'brokenOff', problem, error: brokenOffBy(cause, problem) }
}

/** Open blocks get an input that cannot be run: half an input is never taken for a whole one. */
function* closeAll(open: Map<number, OpenBlock>, problem: string): Generator<StreamItem> {
  for (const block of open.values()) yield* unfinished(block, problem)
  open.clear()
}

function* unfinished({ place: index, block }: OpenBlock, problem: string): Generator<StreamItem> {
  if (block.isCall) yield { type: 'input', index, input: block.brokenInput(problem) }
  const rest = block.isCall ? undefined : block.rest()
  if (rest !== undefined) yield { type: 'other', index, block: rest }
}

function describeError(error: unknown): string {
  if (isRecord(error) && typeof error.message === 'string') return error.message
  return typeof error === 'string' ? error : 'an error event'
}
