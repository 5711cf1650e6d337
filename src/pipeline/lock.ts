/** Lets one holder in at a time, in the order of asking. */
export interface Lock {
  /** Resolves with the function that lets go. */
  take(): Promise<() => void>
}

export function createLock(): Lock {
  let tail: Promise<void> = Promise.resolve()
  return {
    take: () => {
      let letGo!: () => void
      const held = new Promise<void>((resolve) => {
        letGo = resolve
      })
      const mine = tail.then(() => letGo)
      tail = tail.then(() => held)
      return mine
    },
  }
}
