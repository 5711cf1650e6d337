import { CallgateError } from '../errors/callgate-error.js'
import { diskProblem } from '../files/disk-problem.js'
import type { StoredAnswer } from '../journal/answers.js'
import type { Opening } from '../journal/call-table.js'
import { asAnswer, type InterruptedCall, interruptedCall } from '../journal/interrupted.js'
import { endOrphan, type OrphanFate } from '../journal/orphans.js'
import type { PastCall } from '../journal/past-calls.js'
import { isUnfinished, type Remembered, remember } from '../journal/remembered.js'
import { hasLock, lockSession, type SessionLock } from '../journal/session-lock.js'
import { stillLives } from '../process/process-identity.js'

export interface SessionPlace {
  readonly sessionId: string
  readonly folder: string
  /** Nobody else can know a session that was just given a random name: what cannot be read there is no loss. */
  readonly isNew: boolean
}

/** A session that this process alone has open, and what its earlier processes left. */
export interface OpenedSession {
  readonly past: Remembered
  readonly release: () => void
}

/** Rejects with CallgateError SESSION_IN_USE, SESSION_UNREADABLE. `tell`: the session goes on, but not as it should. */
export async function openSession(place: SessionPlace, tell: (text: string) => void): Promise<OpenedSession> {
  const lock = takeLock(place, tell)
  try {
    const past = await readPast(place)
    const latest = past.openings.at(-1)
    if (lock.isFirst && latest !== undefined) requireClosed(place, latest)
    return { past, release: lock.release }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** `isFirst`: an earlier version, which knew no locks, may have the session open. */
function takeLock(
  { folder, sessionId }: SessionPlace,
  tell: (text: string) => void,
): SessionLock & { readonly isFirst: boolean } {
  try {
    const isFirst = !hasLock(folder)
    const lock = lockSession(folder)
    if ('pid' in lock) throw inUse(sessionId, lock.pid, lock.since)
    return { release: lock.release, isFirst }
  } catch (error) {
    if (error instanceof CallgateError) throw error
    tell(
      `The session cannot be locked in ${folder} (${diskProblem(error)}). Calls go on; see to it that no other process opens it at the same time.`,
    )
    return { release: () => {}, isFirst: true }
  }
}

async function readPast({ folder, isNew }: SessionPlace): Promise<Remembered> {
  try {
    return await remember(folder)
  } catch (error) {
    if (isNew) return { calls: [], openings: [], damage: [], processes: [] }
    throw new CallgateError('SESSION_UNREADABLE', { folder, problem: diskProblem(error) }, { cause: error })
  }
}

function requireClosed({ sessionId }: SessionPlace, { pid, started, closed, at }: Opening): void {
  if (!closed && pid !== process.pid && stillLives(pid, started)) throw inUse(sessionId, pid, at)
}

function inUse(session: string, pid: number, since: number): CallgateError {
  const time = Number.isFinite(since) ? `, since ${new Date(since).toISOString()}` : ''
  const whose = pid === process.pid ? `this process (${pid})` : `process ${pid}`
  return new CallgateError('SESSION_IN_USE', { session, holder: `${whose}${time}` })
}

export interface Settled {
  readonly interrupted: readonly InterruptedCall[]
  readonly answers: readonly StoredAnswer[]
  /** For people. */
  readonly notices: readonly string[]
}

/** Brings to an end what earlier processes left: ends what still runs of theirs, and answers each call that has no answer. */
export async function settlePast({ calls, processes }: Remembered): Promise<Settled> {
  const fates = new Map<number, OrphanFate>()
  await Promise.all(processes.map(async (each) => fates.set(each.pid, await endOrphan(each))))
  const interrupted: InterruptedCall[] = []
  const answers: StoredAnswer[] = []
  const notices: string[] = []
  for (const call of calls) {
    const last = call.processes.at(-1)
    const fate = last === undefined ? undefined : fates.get(last.pid)
    if (isUnfinished(call)) {
      const cutOff = interruptedCall(call, fate)
      // one made inside another is answered to that one alone
      if (!call.inner) interrupted.push(cutOff)
      call.answer = asAnswer(call.number, call.key!, cutOff.result)
      answers.push(call.answer)
    } else if (fate === 'ended' || fate === 'unsure') notices.push(orphanText(call, last!.pid, fate))
  }
  return { interrupted, answers, notices }
}

function orphanText({ name, id }: PastCall, pid: number, fate: 'ended' | 'unsure'): string {
  const what = `Process ${pid}, which ${name} (${id}) of an earlier process of this session had left running,`
  return fate === 'ended'
    ? `${what} had outlived it and was ended now.`
    : `${what} may still run: it could not be made sure that it is the same one, so it was left alone.`
}
