import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Every path below a folder, with all that could have been changed about it: kind, mode, owner, time of change, content. */
export type Snapshot = ReadonlyMap<string, string>

/**
 * The time of reading is left out: reading is what is allowed. Of git's index the entries count, not the bytes: `git status`
 * and `git diff` write down anew which time stamps they found (docs/decisions/0008).
 */
export function takeSnapshot(root: string): Snapshot {
  const found = new Map<string, string>()
  const visit = (path: string) => {
    const full = join(root, path)
    const facts = lstatSync(full, { bigint: true })
    const own = `mode ${facts.mode.toString(8)}, owner ${facts.uid}:${facts.gid}`
    const time = `changed at ${facts.mtimeNs}`
    if (path.endsWith('.git/index')) found.set(path, `${own}, ${indexEntries(full)}`)
    else if (facts.isSymbolicLink()) found.set(path, `${own}, ${time}, to ${readlinkSync(full)}`)
    else if (facts.isDirectory()) {
      // a lock file beside the index comes and goes; the trace sees whoever makes another
      found.set(path, path.endsWith('.git') ? own : `${own}, ${time}`)
      for (const name of readdirSync(full)) visit(join(path, name))
    } else if (facts.isFile()) found.set(path, `${own}, ${time}, content ${hash(readFileSync(full))}`)
    else found.set(path, `${own}, ${time}`)
  }
  visit('.')
  return found
}

function indexEntries(index: string): string {
  const { stdout } = spawnSync('git', ['ls-files', '--stage', '-v', '-z'], {
    env: { PATH: process.env.PATH, GIT_DIR: join(index, '..'), GIT_CONFIG_NOSYSTEM: '1' },
  })
  return `entries ${hash(stdout)}`
}

function hash(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}

/** What is new, gone or other, in words. */
export function differences(before: Snapshot, after: Snapshot): readonly string[] {
  const told: string[] = []
  for (const [path, facts] of before) {
    const now = after.get(path)
    if (now === undefined) told.push(`removed ${path}`)
    else if (now !== facts) told.push(`changed ${path} (${facts} → ${now})`)
  }
  for (const path of after.keys()) if (!before.has(path)) told.push(`made ${path}`)
  return told
}
