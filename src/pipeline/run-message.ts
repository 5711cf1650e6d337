import { unrecognised } from '../messages/unrecognised.js'
import type { AssistantMessage } from '../tool/content.js'
import { abortable } from './abortable.js'
import { brokenOffBy } from './broken-off.js'
import type { AnsweredCall, RequestedCall } from './call.js'
import type { RunOutcome, Stop } from './events.js'
import { readSource } from './read-source.js'
import type { StreamItem } from './read-stream.js'
import { readWhole } from './read-whole.js'
import { requestOf } from './requested.js'
import { emit, type MessagePart } from './stages/8-emission.js'

/** What a message needs of the gate. */
export interface MessagePorts {
  readonly signal: AbortSignal
  readonly halt: { stop?: Stop }
  makeId(): string
  /** Takes the call's place in the order at once, and answers how to go on once the input is complete. */
  open(id: string, name: string): (request: RequestedCall) => Promise<AnsweredCall>
  onDuplicateId(): void
}

interface Slot {
  readonly id: string
  readonly name: string
  readonly start: (request: RequestedCall) => Promise<AnsweredCall>
  input: unknown
  answered: Promise<AnsweredCall> | undefined
}

/**
 * A whole assistant message, or the stream of one. A call starts as soon as its block is complete; every `tool_use` that was
 * begun gets exactly one result; an id that comes twice is run once, and answered once.
 */
export async function runMessage(
  message: AssistantMessage | AsyncIterable<unknown> | Iterable<unknown>,
  ports: MessagePorts,
): Promise<RunOutcome> {
  const parts = new Map<number, Slot | { readonly other: unknown }>()
  const seen = new Set<string>()
  const notes: string[] = []
  let brokenOff: Error | undefined
  const given = itemsOf(message)
  if (Symbol.iterator in given) for (const item of given) take(item)
  else brokenOff = (await takeAll(given)) ?? brokenOff
  return emit(await collect(parts), notes, ports.halt.stop, brokenOff)

  /** Until the stream ends, or nobody wants to wait for it any more. */
  async function takeAll(items: AsyncGenerator<StreamItem>): Promise<Error | undefined> {
    try {
      for (;;) {
        const next = await abortable(items.next(), ports.signal)
        if (next.done) return undefined
        take(next.value)
      }
    } catch (error) {
      if (!ports.signal.aborted) throw error
      // not awaited: a source that hangs would never let go
      void items.return(undefined).catch(() => {})
      for (const slot of parts.values()) if ('id' in slot) begin(slot, undefined)
      return brokenOffBy(error, String(error))
    }
  }

  function take(item: StreamItem): void {
    if (item.type === 'brokenOff') {
      brokenOff = item.error
      notes.push(`The message broke off: ${item.problem}. Calls that were complete were answered.`)
    } else if (item.type === 'other') parts.set(item.index, { other: item.block })
    else if (item.type === 'begun') openSlot(item)
    else {
      const slot = parts.get(item.index)
      if (slot && 'id' in slot) begin(slot, item.input)
    }
  }

  function openSlot({ index, id, name }: StreamItem & { type: 'begun' }): void {
    const request = requestOf({ id, name }, 'model', ports.makeId)
    if (seen.has(request.id)) {
      ports.onDuplicateId()
      notes.push(`Two tool_use blocks had the id ${request.id}: only the first was run.`)
      return
    }
    seen.add(request.id)
    const start = ports.open(request.id, request.name)
    parts.set(index, { id: request.id, name: request.name, start, input: undefined, answered: undefined })
  }
}

function itemsOf(
  message: AssistantMessage | AsyncIterable<unknown> | Iterable<unknown>,
): Iterable<StreamItem> | AsyncGenerator<StreamItem> {
  // whatever its type says: a host may hand over what a model's library gave it
  const given: unknown = message
  if (typeof given === 'object' && given !== null) {
    if ('content' in given) return readWhole(given as AssistantMessage)
    if (Symbol.asyncIterator in given || Symbol.iterator in given)
      return readSource(given as AsyncIterable<unknown> | Iterable<unknown>)
  }
  throw unrecognised('the message given to run()', undefined, `it is ${nameOf(given)}.`, { wanted })
}

const wanted =
  'Give an assistant message, or the stream of one: decoded events of the Messages API, or their server-sent text.'

function nameOf(given: unknown): string {
  if (typeof given !== 'object') return typeof given
  if (given === null) return 'null'
  return 'then' in given ? 'a promise: await it first' : 'an object without "content"'
}

function begin(slot: Slot, input: unknown): void {
  if (slot.answered !== undefined) return
  const request = requestOf({ ...slot, input }, 'model', () => slot.id)
  slot.input = request.rawInput
  slot.answered = slot.start(request)
}

async function collect(
  parts: ReadonlyMap<number, Slot | { readonly other: unknown }>,
): Promise<MessagePart[]> {
  const ordered = [...parts].sort(([a], [b]) => a - b).map(([, part]) => part)
  return Promise.all(
    ordered.map(async (part): Promise<MessagePart> => {
      if (!('id' in part)) return { kind: 'other', block: part.other }
      // a slot without an answer cannot be left: the reader closes every block it opened
      begin(part, undefined)
      const { id, name, input, answered } = part
      return { kind: 'call', id, name, input, answered: await answered! }
    }),
  )
}
