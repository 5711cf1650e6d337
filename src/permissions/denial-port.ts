/** Counts refusals, so that a model that keeps trying is told to stop. */
export interface DenialPort {
  /** Answers the guidance that is due now, or `undefined`. */
  denied(tool: string, pattern: string): string | undefined
  allowed(tool: string, pattern: string): void
}
