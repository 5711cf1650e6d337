import type { Readable, Writable } from 'node:stream'
import type { Callgate, CallgateOptions } from '../pipeline/api.js'

export type Input = Readable & { readonly isTTY?: boolean }
export type Output = Writable & {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly rows?: number
}

/** What a subcommand may touch of the process it runs in. Tests give their own. */
export interface Host {
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
  readonly cwd: string
  /** Wanted; each output is coloured only where it is a terminal. */
  readonly color: boolean
  /** The terminal can move its cursor, so that something can be drawn in place. */
  readonly cursor: boolean
  /** With the built-in tools. */
  openGate(options: Omit<CallgateOptions, 'tools'>): Promise<Callgate>
}

/** An end that a person brought about: shown as its text, without a stack. */
export class CliError extends Error {
  override readonly name: string = 'CliError'
  readonly exitCode: number

  constructor(message: string, exitCode: number, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}
