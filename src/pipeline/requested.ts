import { isRecord } from '../base/json.js'
import type { RequestedCall } from './call.js'

/** A block as a host hands it over: whatever is wrong with it, a call comes out, and the stages say what is wrong. */
export function requestOf(
  block: unknown,
  origin: RequestedCall['origin'],
  makeId: () => string,
): RequestedCall {
  const fields = isRecord(block) ? block : {}
  const id = typeof fields.id === 'string' && fields.id !== '' ? fields.id : makeId()
  const name = typeof fields.name === 'string' ? fields.name : ''
  return { id, name, rawInput: fields.input, origin }
}
