/** A signal that ends with any of several. `unlink` takes its listeners off the long-lived ones again. */
export interface LinkedSignal {
  readonly signal: AbortSignal
  abort(reason: unknown): void
  unlink(): void
}

/** By hand, since on Node 20 `AbortSignal.any` keeps every signal it made alive as long as its sources. */
export function linkSignals(sources: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const controller = new AbortController()
  const links = sources
    .filter((source) => source !== undefined)
    .map((source) => {
      const onAbort = () => controller.abort(source.reason)
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
