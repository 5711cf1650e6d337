import { PassThrough, type Readable } from 'node:stream'

export interface KeysOptions {
  /** Milliseconds of silence after the prompt was drawn before a key counts. */
  readonly guardMs: number
  readonly onFirstKey: () => void
  /** The terminal went away. */
  readonly onEnd: () => void
}

export interface Keys {
  /** What a prompt reads from. */
  readonly stream: Readable
  /** While a choice is up, several characters at once are no answer: they were pasted, or meant for something else. */
  choosing: boolean
  close(): void
}

type Terminal = Readable & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown }

/**
 * Lets keys through only once nobody has typed for `guardMs`: what was typed before the prompt was drawn, or is being typed
 * at that moment, was not meant as its answer, and is dropped.
 */
export function openKeys(input: Terminal, { guardMs, onFirstKey, onEnd }: KeysOptions): Keys {
  const stream = new PassThrough()
  let armed = false
  let begun = false
  // a word was typed where only a choice is taken: the Enter behind it is the end of that word
  let word = false
  let timer: NodeJS.Timeout | undefined
  const arm = () => {
    clearTimeout(timer)
    // after a stall timers come before input: two turns make sure that what was waiting has been read, and dropped
    timer = setTimeout(() => setImmediate(() => setImmediate(() => (armed = true))), guardMs)
  }
  const onData = (chunk: Buffer | string) => {
    const text = chunk.toString()
    if (!armed) return arm()
    if (keys.choosing && isPasted(text)) return
    if (keys.choosing && isEnter(text) && word) {
      word = false
      return
    }
    word = keys.choosing && /^[\p{L}\p{N}\p{P}]$/u.test(text)
    if (word) return
    if (!begun) onFirstKey()
    begun = true
    stream.write(chunk)
  }
  const keys: Keys = {
    stream,
    choosing: true,
    close() {
      clearTimeout(timer)
      input.off('data', onData).off('end', onEnd).off('close', onEnd)
      if (input.isTTY) input.setRawMode?.(false)
      input.pause()
      stream.destroy()
    },
  }
  if (input.isTTY) input.setRawMode?.(true)
  input.on('data', onData).once('end', onEnd).once('close', onEnd)
  input.resume()
  arm()
  return keys
}

function isEnter(text: string): boolean {
  return text === '\r' || text === '\n'
}

/** Arrow keys begin with an escape and may come several at once. */
function isPasted(text: string): boolean {
  return text.length > 1 && !text.startsWith('\u001b')
}
