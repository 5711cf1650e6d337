import { createHash } from 'node:crypto'
import { canonicalJson } from '../base/json.js'
import { redact } from '../journal/redact.js'
import type { RequestedCall } from '../pipeline/call.js'

/** Of a call's id, name and input together: its id alone is not enough, since some providers count from 0 in each message. */
export function keyOf({ id, name, rawInput }: RequestedCall): string {
  return createHash('sha256')
    .update(`${id}\0${name}\0${canonical(rawInput)}`)
    .digest('base64url')
}

const mostInput = 4_000

/** For people who read the journal: enough to know what it was, secrets taken out before anything is cut. */
export function shortInput(rawInput: unknown): unknown {
  const clean = redact(rawInput)
  const text = canonical(clean)
  return text.length <= mostInput ? clean : `${text.slice(0, mostInput)}… (${text.length} characters)`
}

function canonical(value: unknown): string {
  try {
    return canonicalJson(value)
  } catch {
    return 'no JSON'
  }
}
