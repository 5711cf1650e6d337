import { createHash } from 'node:crypto'

/** What tells two states of a file apart, whatever its time stamps say. */
export function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64')
}
