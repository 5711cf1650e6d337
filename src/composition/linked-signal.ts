import { setMaxListeners } from 'node:events'

/** A signal that ends with any of several. `unlink` takes its listeners off the long-lived ones again. */
export interface LinkedSignal {
  readonly signal: AbortSignal
  abort(reason: unknown): void
  unlink(): void
}

/** By hand, since on Node 20 `AbortSignal.any` keeps every signal it made alive as long as its sources. */
export function linkSignals(sources: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const controller = new AbortController()
  manyMayListen(controller.signal)
  const links = sources
    .filter((source) => source !== undefined)
    .map((source) => {
      const onAbort = () => controller.abort(source.reason)
      manyMayListen(source)
      if (source.aborted) onAbort()
      else source.addEventListener('abort', onAbort, { once: true })
      return () => source.removeEventListener('abort', onAbort)
    })
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    unlink: () => {
      for (const unlink of links) unlink()
    },
  }
}

const allowed = new WeakSet<AbortSignal>()

/** A hundred calls that run at once listen to one signal: that is no leak, and Node must not warn of one. */
function manyMayListen(signal: AbortSignal): void {
  if (allowed.has(signal)) return
  allowed.add(signal)
  setMaxListeners(0, signal)
}
