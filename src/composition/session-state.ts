import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord, tryParseJson } from '../base/json.js'
import { writeAtomically } from '../files/atomic-write.js'
import type { ReadLedger, WorkingDirectory } from '../tool/session.js'

/** What a session knows besides its answers: goes with `--session ID` into the next process. */
export interface SessionState {
  /** Reads it back; a file that is not there or makes no sense is no state. */
  load(): Promise<void>
  /** Writes it where it has changed. Rejects with what the disk says. */
  save(): Promise<void>
}

export interface StateParts {
  readonly folder: string
  readonly workingDirectory: WorkingDirectory
  readonly reads: ReadLedger
  readonly grants: { list(): readonly string[]; restore(rules: readonly string[]): void }
}

const stateFile = 'state.json'

export function createSessionState({ folder, workingDirectory, reads, grants }: StateParts): SessionState {
  const path = join(folder, stateFile)
  let written = ''
  const snapshot = () =>
    JSON.stringify({ cwd: workingDirectory.current, reads: reads.entries(), grants: grants.list() })
  return {
    load: async () => {
      const state = tryParseJson(await readFile(path, 'utf8').catch(() => ''))
      if (!isRecord(state)) return
      // outside the working directories it is not taken
      if (typeof state.cwd === 'string') workingDirectory.carry(state.cwd)
      if (Array.isArray(state.reads)) for (const entry of state.reads) restoreRead(entry, reads)
      if (Array.isArray(state.grants)) grants.restore(state.grants.filter((rule) => typeof rule === 'string'))
      written = snapshot()
    },
    save: async () => {
      const now = snapshot()
      if (now === written) return
      await writeAtomically(path, Buffer.from(now), 0o600)
      written = now
    },
  }
}

function restoreRead(entry: unknown, reads: ReadLedger): void {
  if (!Array.isArray(entry)) return
  const [path, hash, extent] = entry as unknown[]
  if (typeof path !== 'string' || typeof hash !== 'string') return
  reads.noteRead(path, hash, extent === 'whole' ? 'whole' : 'partial')
}
