import { type ErrorCode, errorText } from './catalogue.js'

/** What Callgate's own API throws: a stable code, and a text that says what happened and what to do. */
export class CallgateError extends Error {
  override readonly name: string = 'CallgateError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, details: Readonly<Record<string, string>> = {}, options?: ErrorOptions) {
    super(errorText(code, details), options)
    this.code = code
  }
}
