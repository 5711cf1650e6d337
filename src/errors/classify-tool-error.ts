/** An error whose `telemetryMessage` the author has marked as free of paths, code and secrets. */
export class TelemetrySafeError extends Error {
  override readonly name: string = 'TelemetrySafeError'
  readonly telemetryMessage: string

  constructor(message: string, telemetryMessage: string, options?: ErrorOptions) {
    super(message, options)
    this.telemetryMessage = telemetryMessage
  }
}

// a code or name counts only where it cannot carry a path or code
const identifier = /^[A-Za-z_$][\w$]*$/
const errno = /^[A-Z][A-Z0-9_]*$/

/**
 * A name for telemetry that stays the same under minification and leaks neither paths nor code: the safe message, else
 * `Error:CODE` for an errno, else the error's name if longer than three characters, else `Error`; `UnknownError` for a value
 * that is no Error. Never throws, whatever was thrown.
 */
export function classifyToolError(thrown: unknown): string {
  try {
    if (thrown instanceof TelemetrySafeError) return thrown.telemetryMessage
    if (!(thrown instanceof Error)) return 'UnknownError'
    const code = (thrown as NodeJS.ErrnoException).code
    if (typeof code === 'string' && errno.test(code)) return `Error:${code}`
    if (typeof thrown.name === 'string' && thrown.name.length > 3 && identifier.test(thrown.name))
      return thrown.name
    return 'Error'
  } catch {
    // a getter of a hostile error threw
    return 'UnknownError'
  }
}
