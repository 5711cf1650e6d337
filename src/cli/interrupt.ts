import { exitCodes } from './exit-codes.js'

export interface Interrupt {
  readonly signal: AbortSignal
  /** The exit code, once a signal came. */
  exitCode(): number | undefined
  /** For what else ends the work in the same way: nobody reads the results any more. */
  end(): void
  dispose(): void
}

const codes = { SIGINT: exitCodes.interrupted.code, SIGTERM: exitCodes.terminated.code, SIGHUP: 129 } as const

/** The first signal ends the calls, and their results are still printed; the second ends the program. */
export function watchInterrupts(): Interrupt {
  const controller = new AbortController()
  let code: number | undefined
  const onSignal = (name: NodeJS.Signals) => {
    const own = codes[name as keyof typeof codes]
    if (code !== undefined) process.exit(own)
    code = own
    controller.abort(new Error(`interrupted by ${name}`))
  }
  for (const name of Object.keys(codes)) process.on(name, onSignal)
  return {
    signal: controller.signal,
    exitCode: () => code,
    end: () => controller.abort(new Error('nobody reads the results')),
    dispose: () => {
      for (const name of Object.keys(codes)) process.off(name, onSignal)
    },
  }
}
