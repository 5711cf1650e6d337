import * as z from 'zod'
import { ToolFailure } from '../../errors/tool-failure.js'
import { writeAtomically } from '../../files/atomic-write.js'
import { contentHash } from '../../files/content-hash.js'
import { encodeText, isBrokenUtf8 } from '../../files/text-encoding.js'
import { defineTool } from '../../tool/define-tool.js'
import type { AnyTool, CheckContext, ToolContext, Validation } from '../../tool/tool.js'
import { refuse } from '../file-errors.js'
import { missingText, stateOf } from '../file-state.js'
import { replaceText } from './replace.js'

const input = z.strictObject({
  file_path: z.string().min(1).describe('Absolute, or relative to the current folder.'),
  old_string: z.string().min(1).describe('The text to replace, exactly as it stands in the file.'),
  new_string: z.string().describe('What stands there afterwards.'),
  replace_all: z
    .boolean()
    .optional()
    .describe('Replace every occurrence. Default: false, and then it must occur once.'),
})

type EditInput = z.infer<typeof input>

export function editTool(): AnyTool {
  return defineTool({
    name: 'Edit',
    description:
      'Replaces text in a file that was read before. The text must match exactly, and occur once unless replace_all is set.',
    inputSchema: input,
    ruleFamily: 'edit',
    subject: ({ file_path }) => ({ kind: 'paths', access: 'write', paths: [file_path] }),
    validateInput: async (given, context) => {
      const prepared = await prepare(given, context)
      return 'refusal' in prepared ? prepared.refusal : { result: true }
    },
    call: edit,
    mapResult: ({ file_path, count, snippet }) => ({
      content: `${file_path} was changed (${count} ${count === 1 ? 'place' : 'places'}). It now reads:\n${snippet}`,
    }),
  })
}

interface Prepared {
  readonly path: string
  readonly real: string
  readonly bytes: Buffer
  readonly text: string
  readonly count: number
  readonly at: number
}

/** Everything that an edit needs, or why there is none: the same look before permission, and again right before writing. */
async function prepare(
  given: EditInput,
  context: CheckContext,
): Promise<Prepared | { readonly refusal: Validation }> {
  const { file_path, old_string, new_string, replace_all = false } = given
  const no = (code: Parameters<typeof refuse>[0], message: string) => ({ refusal: refuse(code, message) })
  if (old_string === new_string)
    return no('sameText', 'old_string and new_string are the same: nothing would change.')
  const state = await stateOf(file_path, context, 'any')
  if (state.kind === 'missing') return no('missing', await missingText(file_path, state.path))
  if (state.kind === 'refused') return { refusal: state.refusal }
  if (file_path.endsWith('.ipynb'))
    return no(
      'notebook',
      `${file_path} is a notebook: an edit of its text could break it. Use a tool for notebooks.`,
    )
  const { decoded, path, real } = state
  if (!decoded) return no('unusable', `${file_path} is binary: there is no text to edit.`)
  const replaced = replaceText(decoded.text, {
    oldString: old_string,
    newString: new_string,
    replaceAll: replace_all,
  })
  if (replaced.kind === 'notFound') {
    return no(
      'notFound',
      `old_string does not stand in ${file_path}. It must match exactly, blanks and line breaks too: read that part again.`,
    )
  }
  if (replaced.kind === 'notUnique') {
    return no(
      'notUnique',
      `old_string occurs ${replaced.count} times in ${file_path}. Give more of the text around it, or set replace_all.`,
    )
  }
  const odd = isBrokenUtf8(decoded) && /[^\0-\x7f]/.test(new_string)
  const bytes = odd ? undefined : encodeText(replaced.text, decoded.encoding)
  if (!bytes)
    return no(
      'encoding',
      `${file_path} is not UTF-8, and new_string holds characters that have no place in it. Convert the file first, or write ASCII only.`,
    )
  return { path, real, bytes, text: replaced.text, count: replaced.count, at: replaced.at }
}

async function edit(given: EditInput, context: ToolContext) {
  const prepared = await prepare(given, context)
  if ('refusal' in prepared) {
    throw new ToolFailure('message' in prepared.refusal ? prepared.refusal.message : 'The file has changed.')
  }
  const { path, real, bytes, text, count, at } = prepared
  const extent = context.session.reads.seen(real)?.extent ?? 'partial'
  await writeAtomically(path, bytes)
  context.session.reads.noteRead(real, contentHash(bytes), extent)
  return { file_path: given.file_path, count, snippet: snippetAt(text, at) }
}

const linesAround = 3
const longest = 300

/** The lines around the first change, with their numbers. */
function snippetAt(text: string, at: number): string {
  const lines = text.split('\n')
  const line = text.slice(0, at).split('\n').length - 1
  const first = Math.max(0, line - linesAround)
  return lines
    .slice(first, line + linesAround + 1)
    .map((each, i) => `${String(first + i + 1).padStart(6)}\t${each.replace(/\r$/, '').slice(0, longest)}`)
    .join('\n')
}
