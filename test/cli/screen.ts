import { Writable } from 'node:stream'
import xterm from '@xterm/headless'

/** A terminal without a window: what a person would see of what was written to it. */
export interface FakeScreen {
  readonly output: Writable & { readonly isTTY: true; columns: number; rows: number }
  /** Everything that was ever on it, top to bottom, without blank lines at the end. */
  lines(): Promise<string[]>
  /** How many of them are the rest of a line that was too long for the screen. */
  folded(): Promise<number>
  resize(columns: number): Promise<void>
}

export function createScreen(columns: number, rows = 40): FakeScreen {
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    scrollback: 100_000,
    convertEol: true,
    allowProposedApi: true,
  })
  const settled = () => new Promise<void>((resolve) => terminal.write('', resolve))
  const output = Object.assign(
    new Writable({ write: (chunk: Buffer, _encoding, done) => terminal.write(chunk, done) }),
    { isTTY: true as const, columns, rows },
  )
  const rowsOf = async () => {
    await settled()
    const { active } = terminal.buffer
    return Array.from({ length: active.length }, (_, index) => active.getLine(index)!)
  }
  return {
    output,
    lines: async () => {
      const lines = (await rowsOf()).map((line) => line.translateToString(true))
      while (lines.at(-1) === '') lines.pop()
      return lines
    },
    folded: async () => (await rowsOf()).filter(({ isWrapped }) => isWrapped).length,
    resize: async (width) => {
      await settled()
      terminal.resize(width, rows)
      output.columns = width
    },
  }
}
