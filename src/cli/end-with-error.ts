import type { Writable } from 'node:stream'
import { CallgateError } from '../errors/callgate-error.js'
import type { ErrorCode } from '../errors/catalogue.js'
import { exitCodes } from './exit-codes.js'
import { CliError } from './host.js'

const codes: Partial<Record<ErrorCode, number>> = {
  USAGE: exitCodes.usage.code,
  SESSION_INVALID: exitCodes.usage.code,
  SESSION_IN_USE: exitCodes.session.code,
  SESSION_UNREADABLE: exitCodes.session.code,
}

/** Says what went wrong, and gives the exit code. Only a fault of ours shows a stack. */
export function endWithError(error: unknown, stderr: Writable): number {
  if (isFromParser(error)) {
    // commander has written the text already; help and version are no errors
    return error.exitCode === 0 ? 0 : exitCodes.usage.code
  }
  if (error instanceof CliError) {
    stderr.write(`callgate: ${error.message}\n`)
    return error.exitCode
  }
  if (error instanceof CallgateError) {
    stderr.write(`callgate: ${error.message}\n`)
    return codes[error.code] ?? exitCodes.fault.code
  }
  stderr.write(`callgate: ${error instanceof Error ? error.stack : String(error)}\n`)
  return exitCodes.fault.code
}

function isFromParser(error: unknown): error is { readonly exitCode: number } {
  return (
    error instanceof Error &&
    'exitCode' in error &&
    'code' in error &&
    String(error.code).startsWith('commander.')
  )
}
