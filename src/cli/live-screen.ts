import { stripVTControlCharacters } from 'node:util'
import { widthOf } from '../prompt/fold-text.js'
import type { Output } from './host.js'

const clearLine = '\u001b[K'
const clearBelow = '\u001b[J'
// terminals that know it show a frame at once; others ignore it
const beginFrame = '\u001b[?2026h'
const endFrame = '\u001b[?2026l'

/**
 * Lines that stay, and below them a region that is drawn again in place. Each change is one write, and lines are written over
 * rather than cleared first, so that nothing flickers. Where the output is no terminal there is no region.
 */
export class LiveScreen {
  readonly #output: Output
  readonly #inPlace: boolean
  #region: readonly string[] = []
  /** The lines of the region as they stand on the terminal. */
  #drawn: readonly string[] = []
  #paused = false
  #waiting: string[] = []

  constructor(output: Output, inPlace = output.isTTY === true) {
    this.#output = output
    this.#inPlace = inPlace
  }

  get inPlace(): boolean {
    return this.#inPlace
  }

  /** Narrower than 20 nothing can be laid out; wider than 200 nothing can be found. */
  get columns(): number {
    return Math.min(200, Math.max(20, this.#width))
  }

  get #width(): number {
    return this.#output.columns || 80
  }

  get rows(): number {
    return this.#output.rows || 24
  }

  print(lines: readonly string[]): void {
    if (this.#paused) this.#waiting.push(...lines)
    else if (this.#inPlace) this.#draw(lines)
    else if (lines.length > 0) this.#output.write(`${lines.join('\n')}\n`)
  }

  /** Lines must be narrower than the terminal: a folded one would throw the counting out. */
  setRegion(lines: readonly string[]): void {
    const room = Math.max(1, this.rows - 2)
    this.#region =
      lines.length > room ? [...lines.slice(0, room - 1), `  … ${lines.length - room + 1} more lines`] : lines
    if (this.#inPlace && !this.#paused) this.#draw([])
  }

  /** Takes the region away and keeps still, so that somebody else can write. */
  pause(): void {
    if (this.#paused) return
    this.#erase()
    this.#paused = true
  }

  resume(): void {
    if (!this.#paused) return
    this.#paused = false
    this.print(this.#waiting.splice(0))
  }

  #erase(): void {
    const rows = this.#rowsDrawn()
    if (rows > 0) this.#output.write(`${up(rows)}${clearBelow}`)
    this.#drawn = []
  }

  #draw(lines: readonly string[]): void {
    const all = [...lines, ...this.#region]
    const rows = this.#rowsDrawn()
    if (all.length === 0 && rows === 0) return
    const text = all.map((line) => `${line}${clearLine}\n`).join('')
    this.#output.write(`${beginFrame}${up(rows)}${text}${clearBelow}${endFrame}`)
    this.#drawn = this.#region
  }

  /** A terminal that became narrower has folded the lines anew. */
  #rowsDrawn(): number {
    const rows = this.#drawn.map((line) => Math.ceil(widthOf(stripVTControlCharacters(line)) / this.#width))
    return rows.reduce((sum, count) => sum + Math.max(1, count), 0)
  }
}

function up(lines: number): string {
  return lines === 0 ? '' : `\u001b[${lines}A\r`
}
