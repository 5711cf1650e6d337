import type { Opening } from './call-table.js'
import type { PastCall } from './past-calls.js'

/** Tells which calls of this process are those of an earlier one, made again. */
export interface Replay {
  /** The earlier call that this one is; each is given once. `undefined`: it is a new one. */
  take(id: string, key: string, inner: boolean): PastCall | undefined
}

/**
 * A call is known again by id, name and input together. Where a provider uses its ids once, that is all. Where ids come again
 * (`call_0` in each message), the same call may have been made several times, and order decides: a process makes a session's calls
 * again from its beginning, from the beginning of the process that was cut off, or from the message that was; goes on in order;
 * and once it has made a call of its own, what has been used before is new. A call whose record is lost is taken for the one
 * that stands in its place: better asked about than made twice. (docs/decisions/0008-session-journal.md)
 */
export function createReplay(past: readonly PastCall[], openings: readonly Opening[]): Replay {
  const inner = past.filter((call) => call.inner)
  const outer = past.filter((call) => !call.inner)
  const idCount = new Map<string, number>()
  for (const { id } of past) if (id !== undefined) idCount.set(id, (idCount.get(id) ?? 0) + 1)
  const byKey = new Map<string, number[]>()
  for (const [place, { key }] of outer.entries()) {
    if (key !== undefined) byKey.set(key, [...(byKey.get(key) ?? []), place])
  }
  const mayBegin = beginnings(outer, openings)
  const taken = new Set<PastCall>()
  let at = -1
  let beganOn = false
  let goneOn = false

  /** The first place from which the call may be made again. */
  const placeOf = (id: string, key: string): number | undefined => {
    const places = (byKey.get(key) ?? []).filter((place) => !taken.has(outer[place]!))
    if (idCount.get(id) === 1) return places[0]
    return goneOn ? undefined : places.find((place) => (beganOn ? place > at : mayBegin.has(place)))
  }
  const lostPlaceOf = (id: string): number | undefined => {
    const next = beganOn ? at + 1 : outer.findIndex((call, place) => mayBegin.has(place) && isLost(call, id))
    const call = outer[next]
    return !goneOn && call !== undefined && !taken.has(call) && isLost(call, id) ? next : undefined
  }
  return {
    take: (id, key, isInner) => {
      if (isInner) {
        const call = inner.find((each) => each.key === key && !taken.has(each))
        if (call) taken.add(call)
        return call
      }
      const place = placeOf(id, key) ?? lostPlaceOf(id)
      if (place === undefined) {
        goneOn = true
        return undefined
      }
      const call = outer[place]!
      taken.add(call)
      at = Math.max(at, place)
      beganOn = true
      return call
    },
  }
}

const isLost = (call: PastCall, id: string) => call.key === undefined && (call.id ?? id) === id

/** Where a process may begin to make calls again, in a session whose ids come again. */
function beginnings(calls: readonly PastCall[], openings: readonly Opening[]): ReadonlySet<number> {
  const found = new Set([0])
  const last = calls.at(-1)
  if (last === undefined) return found
  const ofLast = (call: PastCall) => call.opening === last.opening
  const cutOff =
    openings[last.opening]?.closed !== true || calls.some((call) => ofLast(call) && call.interrupted)
  if (!cutOff) return found
  // what a process that ended well has given is known to whoever asks
  const open = openings.at(-1)?.closed !== true
  const add = (place: number) => {
    if (open || !calls[place]!.given) found.add(place)
  }
  add(calls.findIndex(ofLast))
  // the message that was cut off: back to where an id comes again
  const ids = new Set<string | undefined>()
  for (let place = calls.length - 1; place >= 0 && !ids.has(calls[place]!.id); place--) {
    ids.add(calls[place]!.id)
    add(place)
  }
  return found
}
