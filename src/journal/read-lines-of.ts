import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { findFile } from '../files/regular-file.js'

/** The lines of a file; none where it does not exist. Rejects with what the disk says otherwise, and for what is no file. */
export async function* readLinesOf(path: string): AsyncGenerator<string> {
  const found = await findFile(path)
  if (found.kind === 'missing') return
  // a pipe would never end
  if (found.kind === 'unusable') throw new Error(found.problem)
  yield* createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })
}
