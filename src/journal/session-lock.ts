import { lstatSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { startOf, stillLives } from '../process/process-identity.js'

/** Who has a session open. */
export interface Holder {
  readonly pid: number
  /** Milliseconds since 1970. */
  readonly since: number
}

export interface SessionLock {
  release(): void
}

/**
 * Lets one process at a time into a session. Locks are links named `lock.N` that point to nothing: making one is atomic, fails
 * where it exists, and needs no block on a full disk. The highest number counts, and is never removed: so the highest number only
 * grows, and of two processes that find the same dead holder one makes the next number, the other does not. A holder ends by
 * making the next number too, which says that nobody holds it. (docs/decisions/0008-session-journal.md)
 */
export function lockSession(folder: string): SessionLock | Holder {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const own = `${process.pid} ${startOf(process.pid)}`
  for (;;) {
    const highest = highestOf(folder)
    const holder = holderOf(folder, highest)
    if (holder !== undefined) return holder
    const number = highest + 1
    if (!makeLink(folder, number, own)) continue
    const now = highestOf(folder)
    if (now > number) {
      // we looked long ago: others have come and gone since, and taken the lower numbers away
      remove(folder, number)
      continue
    }
    for (const older of numbersIn(folder)) if (older < number) remove(folder, older)
    return { release: () => release(folder, number) }
  }
}

/** `undefined`: nobody has it open. Throws what the disk says, but for a folder that is not there. */
export function sessionHolder(folder: string): Holder | undefined {
  return holderOf(folder, highestOf(folder))
}

/** Sessions of before there were locks have none. */
export function hasLock(folder: string): boolean {
  return highestOf(folder) > 0
}

const free = 'free'

function release(folder: string, number: number): void {
  try {
    // where it cannot be said, the end of our process says it
    if (makeLink(folder, number + 1, free)) remove(folder, number)
  } catch {}
}

function makeLink(folder: string, number: number, target: string): boolean {
  try {
    symlinkSync(target, join(folder, `lock.${number}`))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function holderOf(folder: string, number: number): Holder | undefined {
  if (number === 0) return undefined
  const path = join(folder, `lock.${number}`)
  try {
    const [pid = '', ...started] = readlinkSync(path).split(' ')
    if (!/^\d+$/.test(pid) || !stillLives(Number(pid), started.join(' '))) return undefined
    return { pid: Number(pid), since: lstatSync(path).mtimeMs }
  } catch (error) {
    // taken away by a later holder; or no link, so none of ours
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EINVAL') return undefined
    throw error
  }
}

function highestOf(folder: string): number {
  return Math.max(0, ...numbersIn(folder))
}

function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      const number = /^lock\.(\d{1,15})$/.exec(name)?.[1]
      return number === undefined ? [] : [Number(number)]
    })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
  }
}

function remove(folder: string, number: number): void {
  rmSync(join(folder, `lock.${number}`), { force: true })
}
