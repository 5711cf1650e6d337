/** Time that a tool has after its signal ended to come back with what it has so far, before its call is settled without it. */
export const comeBackMs = 5_000

/** A time limit on a piece of work, ended by the outer signal too. */
export interface Limit {
  /** Made when first asked for. */
  readonly signal: AbortSignal
  expired(): boolean
  /** The work, or a rejection once the signal has ended and the grace is over. */
  race<T>(work: Promise<T>): Promise<T>
  clear(): void
}

// setTimeout fires at once for anything larger
const longest = 2 ** 31 - 1

export function startLimit(ms: number, outer: AbortSignal, graceMs = comeBackMs): Limit {
  let controller: AbortController | undefined
  let ended: { readonly reason: unknown } | undefined
  let expired = false
  let timer: NodeJS.Timeout | undefined
  let grace: NodeJS.Timeout | undefined
  let giveUp!: (reason: unknown) => void
  const tooLate = new Promise<never>((_, reject) => {
    giveUp = reject
  })
  tooLate.catch(() => {})
  const end = (reason: unknown) => {
    if (ended !== undefined) return
    ended = { reason }
    controller?.abort(reason)
    grace = setTimeout(() => giveUp(reason), graceMs)
  }
  const onOuter = () => end(outer.reason)
  if (outer.aborted) onOuter()
  else outer.addEventListener('abort', onOuter, { once: true })
  if (Number.isFinite(ms)) {
    const expire = () => {
      expired = true
      end(new Error(`The time limit of ${ms} ms is over.`))
    }
    timer = setTimeout(expire, Math.min(Math.max(ms, 1), longest))
  }
  return {
    get signal() {
      if (controller === undefined) {
        controller = new AbortController()
        if (ended !== undefined) controller.abort(ended.reason)
      }
      return controller.signal
    },
    expired: () => expired,
    race: (work) => {
      work.catch(() => {})
      return Promise.race([work, tooLate])
    },
    clear: () => {
      clearTimeout(timer)
      clearTimeout(grace)
      outer.removeEventListener('abort', onOuter)
    },
  }
}
