import { readFile, realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { contentHash } from '../files/content-hash.js'
import { findFile, similarNames } from '../files/regular-file.js'
import { type DecodedText, decodeText } from '../files/text-encoding.js'
import type { CheckContext, Validation } from '../tool/tool.js'
import { refuse } from './file-errors.js'

/** A file as it is now, held against what the model has seen of it. */
export type FileState =
  | { readonly kind: 'missing'; readonly path: string }
  | { readonly kind: 'refused'; readonly refusal: Validation }
  | {
      readonly kind: 'seen'
      readonly path: string
      readonly real: string
      readonly hash: string
      readonly decoded: DecodedText | undefined
    }

/** For Write and Edit: an existing file must have been read, and be as it was then. Goes by content, not by time stamps. */
export async function stateOf(
  filePath: string,
  { cwd, session }: CheckContext,
  needs: 'whole' | 'any',
): Promise<FileState> {
  const path = resolve(cwd, filePath)
  const found = await findFile(path)
  if (found.kind === 'missing') return { kind: 'missing', path }
  if (found.kind === 'unusable')
    return refused('unusable', `${filePath} cannot be written: ${found.problem}.`)
  const [real, bytes] = await Promise.all([realpath(path), readFile(path)])
  const hash = contentHash(bytes)
  const seen = session.reads.seen(real)
  if (seen === undefined || (needs === 'whole' && seen.extent === 'partial')) {
    const part = seen === undefined ? 'was not read' : 'was read only in part'
    return refused('notRead', `${filePath} exists and ${part} in this session. Read it first.`)
  }
  if (seen.contentHash !== hash) {
    return refused('changed', `${filePath} has changed since it was read. Read it again, then decide.`)
  }
  return { kind: 'seen', path, real, hash, decoded: decodeText(bytes) }
}

function refused(code: Parameters<typeof refuse>[0], message: string): FileState {
  return { kind: 'refused', refusal: refuse(code, message) }
}

/** For a file that is not there: says so, with names beside it that look the same. */
export async function missingText(filePath: string, path: string): Promise<string> {
  const similar = await similarNames(path)
  const hint =
    similar.length > 0
      ? ` Did you mean ${similar.map((name) => JSON.stringify(name)).join(' or ')} (the same but for blanks, case or Unicode form)?`
      : ''
  return `${filePath} does not exist.${hint}`
}
