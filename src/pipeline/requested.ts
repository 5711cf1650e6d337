import { isRecord } from '../base/json.js'
import type { RequestedCall } from './call.js'
import { withinDepth } from './within-depth.js'

/**
 * A block as it came in: whatever is wrong with it, a call comes out, and the stages say what is wrong. Every call begins here,
 * so that nothing behind it meets an input too deep to be walked.
 */
export function requestOf(
  block: unknown,
  origin: RequestedCall['origin'],
  makeId: () => string,
): RequestedCall {
  const fields = isRecord(block) ? block : {}
  const id = typeof fields.id === 'string' && fields.id !== '' ? fields.id : makeId()
  const name = typeof fields.name === 'string' ? fields.name : ''
  return { id, name, rawInput: withinDepth(fields.input), origin }
}
