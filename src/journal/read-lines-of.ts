import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** The lines of a file; none where it does not exist. Rejects with what the disk says otherwise. */
export async function* readLinesOf(path: string): AsyncGenerator<string> {
  try {
    const input = createReadStream(path, 'utf8')
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
  }
}
