import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 15
/** How long the kernel may take to clear away what was killed. */
const clearingMs = 2_000

interface Member {
  readonly pid: number
  readonly group: number
  readonly session: number
}

/**
 * The living processes of the session that `leader` leads; `undefined` where there is no /proc to ask. A session, not a
 * group: a shell with job control puts each of its jobs into a group of its own.
 */
export function livingMembers(leader: number): readonly Member[] | undefined {
  const all = livingProcesses()
  return all.length === 0 ? undefined : all.filter(({ session }) => session === leader)
}

/** All that may be seen; none where there is no Linux /proc. */
export function livingProcesses(): readonly Member[] {
  let names: string[]
  try {
    names = readdirSync('/proc')
  } catch {
    return []
  }
  return names.flatMap((name) => {
    const pid = Number(name)
    const member = Number.isInteger(pid) ? readMember(pid) : undefined
    return member === undefined ? [] : [{ pid, ...member }]
  })
}

/** `pid (name) state parent group session …`; the name may hold brackets and blanks. A zombie does not live. */
function readMember(pid: number): { group: number; session: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state, , group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' || state === 'X' ? undefined : { group: Number(group), session: Number(session) }
  } catch {
    // it ended while we looked
    return undefined
  }
}

function groupExists(leader: number): boolean {
  try {
    process.kill(-leader, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** How many processes of the session live, jobs in groups of their own included (`set -m`, `timeout`). */
export function countMembers(leader: number): number {
  return livingMembers(leader)?.length ?? (groupExists(leader) ? 1 : 0)
}

function isGone(leader: number): boolean {
  const members = livingMembers(leader)
  return members === undefined ? !groupExists(leader) : members.length === 0
}

function signalAll(leader: number, signal: NodeJS.Signals): void {
  const others = (livingMembers(leader) ?? []).filter(({ group }) => group !== leader)
  for (const target of [-leader, ...others.map(({ pid }) => pid)]) {
    try {
      process.kill(target, signal)
    } catch {
      // gone already
    }
  }
}

/** TERM to every process of the group, KILL after the grace. Resolves when none lives any more. */
export async function endGroup(leader: number, graceMs: number): Promise<void> {
  signalAll(leader, 'SIGTERM')
  if (await goneWithin(leader, graceMs)) return
  const deadline = performance.now() + clearingMs
  do {
    // again and again: one may be forking at this moment
    signalAll(leader, 'SIGKILL')
    if (await goneWithin(leader, 4 * pollMs)) return
  } while (performance.now() < deadline)
}

async function goneWithin(leader: number, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms
  while (!isGone(leader)) {
    if (performance.now() >= deadline) return false
    await sleep(pollMs)
  }
  return true
}

const tracked = new Set<number>()

/** Tracked groups are killed should our own process end without having closed its sessions. */
export function trackGroup(leader: number): void {
  if (tracked.size === 0) process.on('exit', killTracked)
  tracked.add(leader)
}

export function untrackGroup(leader: number): void {
  tracked.delete(leader)
  if (tracked.size === 0) process.off('exit', killTracked)
}

function killTracked(): void {
  for (const leader of tracked) signalAll(leader, 'SIGKILL')
}
