import { isNestedTooDeep, maxJsonDepth, shownJson } from '../base/json-depth.js'
import { MalformedInput } from './call.js'

const problem = `it holds more than ${maxJsonDepth} levels of lists and objects inside each other`

/** The input as it is, or in place of one that is nested too deep a `MalformedInput`: a walk through it would overflow the stack. */
export function withinDepth(input: unknown): unknown {
  return isTooDeep(input) ? new MalformedInput(shownJson(input), problem) : input
}

function isTooDeep(input: unknown): boolean {
  try {
    return isNestedTooDeep(input)
  } catch {
    // a host's object whose own code throws: validation meets the same, inside the boundary of faults
    return false
  }
}
