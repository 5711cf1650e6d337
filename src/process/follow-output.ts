import { StringDecoder } from 'node:string_decoder'
import type { OutputSpool } from './output-spool.js'

const intervalMs = 50
/** Bytes shown live at a time. A faster process is not slowed down: the middle is left out of what is shown live. */
const perTick = 64 * 1024

/** Passes on what is added to the spool, about twenty times a second, until `stop`, which passes on the rest. */
export function followOutput(spool: OutputSpool, listener: (text: string) => void): { stop(): void } {
  let decoder = new StringDecoder('utf8')
  let position = 0
  const tick = () => {
    const size = spool.size()
    // a command can truncate its own output: `> /dev/stderr`
    if (size < position) position = size
    let text = ''
    if (size - position > perTick) {
      const from = size - perTick
      text = `${decoder.end()}\n[… ${from - position} bytes not shown live …]\n`
      decoder = new StringDecoder('utf8')
      position = from
    }
    const bytes = spool.readBytes(position, size - position)
    position += bytes.length
    text += decoder.write(bytes)
    if (text !== '') listener(text)
  }
  const timer = setInterval(tick, intervalMs)
  return {
    stop: () => {
      clearInterval(timer)
      tick()
      const rest = decoder.end()
      if (rest !== '') listener(rest)
    },
  }
}
