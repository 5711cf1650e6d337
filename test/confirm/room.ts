import type { Scratch } from './sandbox.js'
import { differences, type Snapshot, takeSnapshot } from './snapshot.js'

/** A copy of the scratch folder that is as it was made: commands run in it one batch after the other as long as they change nothing. */
export interface Room {
  readonly scratch: Scratch
  /** What is new, gone or other since the last time; then a fresh copy stands here. */
  tidy(): readonly string[]
  leave(): void
}

export function openRoom(origin: Scratch): Room {
  let scratch = origin.copy()
  let before: Snapshot = takeSnapshot(scratch.folder)
  return {
    get scratch() {
      return scratch
    },
    tidy: () => {
      const changed = differences(before, takeSnapshot(scratch.folder))
      if (changed.length > 0) {
        scratch.remove()
        scratch = origin.copy()
        before = takeSnapshot(scratch.folder)
      }
      return changed
    },
    leave: () => scratch.remove(),
  }
}
