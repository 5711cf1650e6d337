/** A call's place in the order of calls. */
export interface Turn {
  /**
   * Resolves when the call may look at and change the world: `shared` beside others that are shared, `exclusive` alone;
   * `undefined` where it may at once.
   * Rejects with the signal's reason when it ends first. Asked again with `exclusive` by a call that runs as `shared` (its
   * input was rewritten), it waits until nothing else runs; not before its stage 4 is over, or prompts would wait for it.
   */
  begin(access: 'shared' | 'exclusive', signal: AbortSignal): Promise<void> | undefined
  /** Stage 4 is over, however it ended. */
  permissionSettled(): void
  /** Resolves when stage 4 of every earlier call is over: so prompts come in the order of the calls. */
  earlierPermissionsSettled(signal: AbortSignal): Promise<void>
  /** For calls made from inside this one: they have an order of their own and never wait for their parent. */
  readonly inner: Scheduler
  /** Must be called, once or more. */
  end(): void
}

export interface Scheduler {
  /** In call order, as soon as a block begins. A turn that has not said what it needs holds back every later one. */
  enter(): Turn
}

type State = 'entered' | 'waiting' | 'running' | 'ended'

interface Seat {
  state: State
  access: 'shared' | 'exclusive'
  permissionSettled: boolean
  start: () => void
}

/** First come, first served: reads run together up to `cap`, anything else alone, and nobody overtakes. */
export function createScheduler(cap: () => number): Scheduler {
  const seats = new Set<Seat>()
  const permissionWatchers = new Set<() => void>()
  let running = 0

  const startWhatMay = () => {
    let first = true
    for (const seat of seats) {
      if (seat.state === 'entered') return
      if (seat.state === 'running' && seat.access === 'exclusive') return
      if (seat.state === 'waiting') {
        if (seat.access === 'exclusive' ? !first || running > 0 : running >= Math.max(1, cap())) return
        seat.state = 'running'
        running++
        seat.start()
        if (seat.access === 'exclusive') return
      }
      first = false
    }
  }

  const settlePermission = (seat: Seat) => {
    if (seat.permissionSettled) return
    seat.permissionSettled = true
    for (const look of [...permissionWatchers]) look()
  }

  const leave = (seat: Seat) => {
    if (seat.state === 'ended') return
    if (seat.state === 'running') running--
    seat.state = 'ended'
    seats.delete(seat)
    settlePermission(seat)
    startWhatMay()
  }

  const enter = (): Turn => {
    const seat: Seat = { state: 'entered', access: 'exclusive', permissionSettled: false, start: () => {} }
    seats.add(seat)
    let inner: Scheduler | undefined
    return {
      begin: (access, signal) => {
        const again = seat.state === 'running' && seat.access === 'shared' && access === 'exclusive'
        if (seat.state !== 'entered' && !again) return undefined
        if (again) running--
        seat.access = access
        seat.state = 'waiting'
        startWhatMay()
        if (stateOf(seat) === 'running' && !signal.aborted) return undefined
        const { promise, resolve } = waitFor(signal)
        seat.start = resolve
        return promise
      },
      permissionSettled: () => settlePermission(seat),
      earlierPermissionsSettled: async (signal) => {
        if (earlierSettled(seats, seat)) return
        const { promise, resolve } = waitFor(signal)
        const look = () => earlierSettled(seats, seat) && resolve()
        permissionWatchers.add(look)
        try {
          await promise
        } finally {
          permissionWatchers.delete(look)
        }
      },
      get inner() {
        inner ??= createScheduler(cap)
        return inner
      },
      end: () => leave(seat),
    }
  }
  return { enter }
}

// a function, since what starts a seat changes it behind the compiler's back
const stateOf = (seat: Seat): State => seat.state

function earlierSettled(seats: ReadonlySet<Seat>, seat: Seat): boolean {
  for (const other of seats) {
    if (other === seat) return true
    if (!other.permissionSettled) return false
  }
  return true
}

/** A promise that the signal can break, without leaving a listener behind. */
function waitFor(signal: AbortSignal): { promise: Promise<void>; resolve: () => void } {
  let resolve!: () => void
  let reject!: (reason: unknown) => void
  const promise = new Promise<void>((yes, no) => {
    resolve = yes
    reject = no
  })
  const onAbort = () => reject(signal.reason)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  return {
    promise: promise.finally(() => signal.removeEventListener('abort', onAbort)),
    resolve,
  }
}
