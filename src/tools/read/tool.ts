import { createReadStream } from 'node:fs'
import { readFile, realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import * as z from 'zod'
import { ToolFailure } from '../../errors/tool-failure.js'
import { contentHash } from '../../files/content-hash.js'
import { findFile } from '../../files/regular-file.js'
import { type DecodedText, decodeText } from '../../files/text-encoding.js'
import { defineTool } from '../../tool/define-tool.js'
import type { AnyTool, ToolContext } from '../../tool/tool.js'
import { missingText } from '../file-state.js'
import { readsInScope } from '../reads-in-scope.js'
import { imageOf, type Shown, unshowable } from './formats.js'
import { mostChars, numbered } from './numbered.js'
import { streamLines } from './stream-lines.js'

/** Above this a file is read line by line and never as a whole. */
const wholeBytes = 16 * 1024 * 1024

const input = z.strictObject({
  file_path: z.string().min(1).describe('Absolute, or relative to the current folder.'),
  offset: z.number().int().min(1).optional().describe('The first line to show, from 1.'),
  limit: z.number().int().min(1).optional().describe('How many lines to show; 2000 where nothing is said.'),
})

type ReadInput = z.infer<typeof input>

export function readTool(): AnyTool {
  return defineTool({
    name: 'Read',
    description: 'Shows a text file with line numbers, or an image.',
    inputSchema: input,
    ruleFamily: 'read',
    readOnly: true,
    subject: ({ file_path }) => ({ kind: 'paths', access: 'read', paths: [file_path] }),
    checkPermissions: readsInScope,
    call: readPath,
    mapResult: (shown: Shown) =>
      shown.kind === 'image' ? { content: [shown.block] } : { content: shown.text },
    maxResultSizeChars: 100_000,
  })
}

async function readPath(given: ReadInput, context: ToolContext): Promise<Shown> {
  const path = resolve(context.cwd, given.file_path)
  const found = await findFile(path)
  if (found.kind === 'missing') throw new ToolFailure(await missingText(given.file_path, path))
  if (found.kind === 'unusable') throw new ToolFailure(`${given.file_path} cannot be read: ${found.problem}.`)
  const real = await realpath(path)
  if (found.stats.size > wholeBytes) return readLarge(given, real, context)
  const bytes = await readFile(real)
  const image = imageOf(bytes)
  if (image) return image
  const decoded = decodeText(bytes)
  const problem = unshowable(given.file_path, bytes, decoded)
  if (problem !== undefined) {
    if (problem.isError) throw new ToolFailure(problem.text)
    return { kind: 'text', text: problem.text }
  }
  return readText(given, decoded!, contentHash(bytes), real, context)
}

function readText(
  { offset = 1, limit, file_path }: ReadInput,
  { text, encoding }: DecodedText,
  hash: string,
  real: string,
  { session }: ToolContext,
): Shown {
  if (text === '') {
    session.reads.noteRead(real, hash, 'whole')
    return { kind: 'text', text: `${file_path} exists and is empty.` }
  }
  const lines = text.split('\n')
  // a final line break ends the last line, and begins none
  if (lines.at(-1) === '') lines.pop()
  const shown = numbered(lines.slice(offset - 1), offset, lines.length, limit)
  session.reads.noteRead(real, hash, shown.extent)
  const note =
    encoding === 'bytes'
      ? '\n\n[The file is not UTF-8: bytes that are no ASCII are shown one by one. Edit changes only what it is told to.]'
      : ''
  return { kind: 'text', text: `${shown.text}${note}` }
}

/** The hash is made on the way, so that a later change is noticed for large files too. */
async function readLarge(
  { offset = 1, limit = 2000 }: ReadInput,
  real: string,
  { session, signal }: ToolContext,
): Promise<Shown> {
  const { lines, total, hash, binary } = await streamLines(createReadStream(real), {
    first: offset,
    count: limit,
    mostChars: 2 * mostChars,
    signal,
  })
  if (binary) throw new ToolFailure(`${real} is binary: there is no text to show.`)
  const shown = numbered(lines, offset, total, limit)
  session.reads.noteRead(real, hash, shown.extent)
  return { kind: 'text', text: shown.text }
}
