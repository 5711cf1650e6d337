import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SavedResult } from '../tool/content.js'

/** Keeps whole results. May reject: a full disk, a folder that cannot be written. */
export interface ResultStore {
  /** `id` comes from a model: it names nothing on disk as it stands. */
  save(id: string, text: string): Promise<SavedResult>
}

/** Results as files under `folder`/results, readable by their owner only. */
export function createResultStore(folder: string): ResultStore {
  let count = 0
  return {
    save: async (id, text) => {
      const place = join(folder, 'results')
      await mkdir(place, { recursive: true, mode: 0o700 })
      const name = `${++count}-${id.replace(/[^\w-]/g, '_').slice(0, 60)}`
      // a session that goes on finds the files of its first part: never write over one
      const path = join(place, `${name}-${randomUUID().slice(0, 8)}.txt`)
      await writeFile(path, text, { mode: 0o600, flag: 'wx' })
      return { path, bytes: Buffer.byteLength(text) }
    },
  }
}
