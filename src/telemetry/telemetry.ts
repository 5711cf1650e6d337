/** Counts and names only: nothing here may carry a path, code, or what a call was about. */
export type TelemetryEvent =
  | { readonly kind: 'toolError'; readonly tool: string; readonly error: string }
  | { readonly kind: 'fault'; readonly stage: string; readonly error: string }
  | { readonly kind: 'duplicateId' }
  | { readonly kind: 'malformedBlock'; readonly problem: string }
  | { readonly kind: 'hookFailed'; readonly event: string; readonly error: string }
  | { readonly kind: 'settled'; readonly tool: string; readonly ending: string; readonly ms: number }

/** Must not throw. */
export interface Telemetry {
  count(event: TelemetryEvent): void
}

export const noTelemetry: Telemetry = { count: () => {} }
