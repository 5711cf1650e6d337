import { PassThrough, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** A terminal whose screen is a string and whose keys are typed by the test. */
export function fakeTerminal(columns = 80) {
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    raw: false,
    setRawMode: (raw: boolean) => (input.raw = raw),
  })
  let written = ''
  const output = Object.assign(
    new Writable({
      write(chunk, _encoding, done) {
        written += String(chunk)
        done()
      },
    }),
    { isTTY: true, columns, rows: 40 },
  )
  return {
    input,
    output,
    /** Everything written so far, without colours and cursor movements. */
    screen: () => written.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, ''),
    raw: () => written,
    async shows(text: string) {
      for (let waited = 0; !this.screen().includes(text); waited += 10) {
        if (waited > 5000) throw new Error(`never shown: ${text}\n${this.screen()}`)
        await sleep(10)
      }
    },
    async type(...keys: string[]) {
      for (const key of keys) {
        input.write(key)
        await sleep(20)
      }
    },
  }
}

export const down = '\u001b[B'
export const enter = '\r'
export const escapeKey = '\u001b'
