import { visibleLine } from '../base/visible-text.js'
import type { EndingKind, GateEvent } from '../pipeline/events.js'
import { type BlockOptions, type Colors, endedBlock, runningBlock } from './call-block.js'
import { advance, type CallProgress, startCall } from './call-progress.js'
import type { LiveScreen } from './live-screen.js'

const frameMs = 80

const endingOrder: readonly EndingKind[] = [
  'completed',
  'failed',
  'refused',
  'invalid',
  'cancelled',
  'faulted',
]

/** Shows calls as they pass the stages: those on their way in a region drawn in place, those that ended as blocks that stay. */
export class LiveView {
  readonly #screen: LiveScreen
  readonly #colors: Colors
  readonly #cwd: string
  readonly #now: () => number
  readonly #running = new Map<string, CallProgress>()
  readonly #endings = new Map<EndingKind, number>()
  #timer: NodeJS.Timeout | undefined
  #messages = 0

  constructor(screen: LiveScreen, colors: Colors, cwd: string, now: () => number = () => performance.now()) {
    this.#screen = screen
    this.#colors = colors
    this.#cwd = cwd
    this.#now = now
  }

  startMessage(): void {
    const title = `── message ${++this.#messages} `
    this.#screen.print(['', this.#colors.dim(title.padEnd(Math.min(this.#screen.columns - 1, 100), '─'))])
  }

  onEvent(event: GateEvent): void {
    if (event.type === 'notice') this.note(event.text)
    if (event.type === 'notice' || event.type === 'message') return
    const known = this.#running.get(event.id)
    const call =
      event.type === 'call' ? startCall(event, this.#now()) : known && advance(known, event, this.#now())
    // an event after the end, such as the message's own stage
    if (!call) return
    if (call.end) this.#finish(event.id, call)
    else this.#running.set(event.id, call)
    this.#schedule()
  }

  /** A line for people that belongs to no call. */
  note(text: string): void {
    this.#screen.print([this.#colors.yellow(`! ${visibleLine(text)}`)])
  }

  /** How many calls ended how. */
  summary(): string {
    const counts = endingOrder.flatMap((ending) => {
      const count = this.#endings.get(ending)
      return count === undefined ? [] : [`${count} ${ending}`]
    })
    const total = [...this.#endings.values()].reduce((sum, count) => sum + count, 0)
    const messages = `${this.#messages} ${this.#messages === 1 ? 'message' : 'messages'}`
    return `${messages}, ${total} ${total === 1 ? 'call' : 'calls'}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}`
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#running.clear()
    this.#screen.setRegion([])
  }

  #finish(id: string, call: CallProgress): void {
    const { ending } = call.end!
    this.#running.delete(id)
    this.#endings.set(ending, (this.#endings.get(ending) ?? 0) + 1)
    this.#screen.print(endedBlock(call, this.#options()))
    if (this.#running.size === 0) this.#render()
  }

  /** Output may come thousands of times a second; nobody sees more than some frames of it. */
  #schedule(): void {
    if (!this.#screen.inPlace || this.#timer) return
    this.#timer = setInterval(() => this.#render(), frameMs)
    this.#timer.unref()
  }

  #render(): void {
    if (this.#running.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
    const options = this.#options()
    this.#screen.setRegion([...this.#running.values()].flatMap((call) => runningBlock(call, options)))
  }

  #options(): BlockOptions {
    return { columns: this.#screen.columns, colors: this.#colors, cwd: this.#cwd, now: this.#now() }
  }
}
