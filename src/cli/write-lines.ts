import { once } from 'node:events'
import type { Output } from './host.js'

export interface LineWriter {
  /** Resolves when there is room for more. Once the reader is gone, lines are dropped. */
  write(line: string): Promise<void>
  /** The reader closed its end. */
  readonly closed: boolean
}

/** Writes lines no faster than they are read. A reader that leaves (`| head`) is no fault: `onClosed` is told once. */
export function lineWriter(output: Output, onClosed: () => void): LineWriter {
  let closed = false
  const onError = (error: NodeJS.ErrnoException) => {
    if (closed) return
    closed = true
    if (error.code !== 'EPIPE') process.exitCode = 1
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
