import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import * as z from 'zod'
import { ToolFailure } from '../../errors/tool-failure.js'
import { writeAtomically } from '../../files/atomic-write.js'
import { contentHash } from '../../files/content-hash.js'
import { encodeText, lineEndingOf, withLineEnding } from '../../files/text-encoding.js'
import { defineTool } from '../../tool/define-tool.js'
import type { AnyTool, CheckContext, ToolContext, Validation } from '../../tool/tool.js'
import { refuse } from '../file-errors.js'
import { type FileState, stateOf } from '../file-state.js'

const input = z.strictObject({
  file_path: z.string().min(1).describe('Absolute, or relative to the current folder.'),
  content: z.string().describe('The whole new content.'),
})

type WriteInput = z.infer<typeof input>

export function writeTool(): AnyTool {
  return defineTool({
    name: 'Write',
    description: 'Writes a whole file. An existing one must have been read before; missing folders are made.',
    inputSchema: input,
    ruleFamily: 'edit',
    subject: ({ file_path }) => ({ kind: 'paths', access: 'write', paths: [file_path] }),
    validateInput: async (given, context) => (await check(given, context)).validation,
    call: write,
    mapResult: ({ file_path, created, lines }) => ({
      content: `${file_path} was ${created ? 'created' : 'written'} (${lines} ${lines === 1 ? 'line' : 'lines'}).`,
    }),
  })
}

async function check(
  { file_path }: WriteInput,
  context: CheckContext,
): Promise<{ state: FileState; validation: Validation }> {
  const state = await stateOf(file_path, context, 'whole')
  if (state.kind === 'refused') return { state, validation: state.refusal }
  if (file_path.endsWith('.ipynb') && state.kind === 'seen') {
    return {
      state,
      validation: refuse(
        'notebook',
        `${file_path} is a notebook: writing over it as text would lose its outputs. Use a tool for notebooks.`,
      ),
    }
  }
  return { state, validation: { result: true } }
}

async function write(given: WriteInput, context: ToolContext) {
  // between the check and now somebody else may have written
  const { state, validation } = await check(given, context)
  if (!validation.result) throw new ToolFailure(validation.message)
  const path = resolve(context.cwd, given.file_path)
  const bytes = bytesFor(given.content, state)
  await writeAtomically(path, bytes)
  context.session.reads.noteRead(await realpath(path), contentHash(bytes), 'whole')
  return { file_path: given.file_path, created: state.kind === 'missing', lines: lineCount(given.content) }
}

/** An existing file keeps its encoding, its byte order mark and, where its lines ended in `\r\n`, its line endings. */
function bytesFor(content: string, state: FileState): Buffer {
  const before = state.kind === 'seen' ? state.decoded : undefined
  // no UTF-8: from now on it is
  if (before === undefined || before.encoding === 'bytes') return encodeText(content, 'utf8')!
  const windows = lineEndingOf(before.text) === '\r\n'
  const text = before.encoding === 'utf8' ? content : content.replace(/^\ufeff/, '')
  return encodeText(windows ? withLineEnding(text, '\r\n') : text, before.encoding)!
}

function lineCount(text: string): number {
  if (text === '') return 0
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}
