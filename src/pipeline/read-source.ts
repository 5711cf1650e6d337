import { CallgateError } from '../errors/callgate-error.js'
import { readMessages } from '../messages/read-message.js'
import { unrecognised } from '../messages/unrecognised.js'
import { brokenOffBy } from './broken-off.js'
import { readStream, type StreamItem } from './read-stream.js'
import { readWhole } from './read-whole.js'

type Source = AsyncIterable<unknown> | Iterable<unknown>

/** What `run` is given to iterate over: decoded events, or their text or bytes as they come from the network. */
export async function* readSource(source: Source): AsyncGenerator<StreamItem> {
  const values = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
  const first = await settle(() => values.next())
  const all = startingWith(first, values)
  yield* 'value' in first && isText(first.value) ? readText(all as AsyncGenerator<string>) : readStream(all)
}

function isText(value: unknown): value is string | Uint8Array {
  return typeof value === 'string' || value instanceof Uint8Array
}

type First = IteratorResult<unknown> | { readonly error: unknown }

async function settle(
  next: () => IteratorResult<unknown> | Promise<IteratorResult<unknown>>,
): Promise<First> {
  try {
    return await next()
  } catch (error) {
    return { error }
  }
}

async function* startingWith(
  first: First,
  values: Iterator<unknown> | AsyncIterator<unknown>,
): AsyncGenerator<unknown> {
  if ('error' in first) throw first.error
  // left by its reader: only then the source is told, as `for await` does it
  let left = true
  try {
    for (let next = first; !next.done; next = await pull()) yield next.value
    left = false
  } finally {
    if (left) await values.return?.()
  }

  async function pull(): Promise<IteratorResult<unknown>> {
    left = false
    const next = await values.next()
    left = true
    return next
  }
}

const name = 'the text given to run()'

async function* readText(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<StreamItem> {
  try {
    for await (const incoming of readMessages(chunks, { name })) {
      yield* incoming.kind === 'whole' ? readWhole(incoming.message) : readStream(incoming.events)
      return
    }
  } catch (error) {
    if (error instanceof CallgateError) throw error
    const problem = error instanceof Error ? error.message : String(error)
    return yield { type: 'brokenOff', problem, error: brokenOffBy(error, problem) }
  }
  throw unrecognised(name, undefined, 'it holds no message with a tool call.')
}
