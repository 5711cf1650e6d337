import { once } from 'node:events'
import type { Output } from './host.js'

export interface LineWriter {
  /** Resolves when there is room for more. Once the reader is gone, lines are dropped. */
  write(line: string): Promise<void>
  /** The reader closed its end, or the output refuses more. */
  readonly closed: boolean
}

/** Writes lines no faster than they are read. Where the reader leaves, or the disk is full, `onClosed` is told once. */
export function lineWriter(output: Output, onClosed: () => void): LineWriter {
  let closed = false
  const onError = () => {
    if (closed) return
    closed = true
    onClosed()
  }
  // stays to the end of the process: an EPIPE may come late, and without a listener it would be a crash
  output.on('error', onError)
  return {
    get closed() {
      return closed
    },
    async write(line) {
      if (closed || output.write(`${line}\n`)) return
      // an error ends the wait too
      await once(output, 'drain').catch(() => {})
    },
  }
}
