import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { ToolFailure } from '../../errors/tool-failure.js'
import { secretPart } from '../../permissions/matchers/secret-path.js'
import { defineTool } from '../../tool/define-tool.js'
import type { AnyTool, ToolContext } from '../../tool/tool.js'
import { pathFrom } from '../path-from.js'
import { readsInScope } from '../reads-in-scope.js'
import { runRipgrep } from '../ripgrep.js'
import { contentReader, nameReader } from './read-output.js'

const mostLines = 5_000
const count = z.number().int().min(0)

const input = z.strictObject({
  pattern: z.string().min(1).describe('A regular expression of ripgrep.'),
  path: z.string().optional().describe('File or folder to search. Default: the current folder.'),
  glob: z.string().optional().describe('Only files that match, such as *.ts.'),
  type: z.string().optional().describe('Only files of this kind, such as js, py, rust.'),
  output_mode: z
    .enum(['content', 'files_with_matches', 'count'])
    .optional()
    .describe('Default: files_with_matches.'),
  '-i': z.boolean().optional().describe('Ignore case.'),
  '-n': z.boolean().optional().describe('Line numbers, in mode content. Default: true.'),
  '-A': count.optional().describe('Lines after each hit, in mode content.'),
  '-B': count.optional().describe('Lines before each hit, in mode content.'),
  '-C': count.optional().describe('Lines around each hit, in mode content.'),
  multiline: z.boolean().optional().describe('The pattern may span lines, and . matches line breaks.'),
  head_limit: count.optional().describe('Show at most this many lines; 0 for all.'),
  offset: count.optional().describe('Leave out this many lines first.'),
})

type GrepInput = z.infer<typeof input>

export function grepTool(): AnyTool {
  return defineTool({
    name: 'Grep',
    description:
      'Searches the content of files with ripgrep. Left out: files that .gitignore names, and in folders those that look like secrets (.env, keys), which must be given as path.',
    inputSchema: input,
    ruleFamily: 'read',
    readOnly: true,
    subject: ({ path }, { cwd }) => ({ kind: 'paths', access: 'read', paths: [path ?? cwd] }),
    checkPermissions: readsInScope,
    call: search,
    mapResult: ({ lines, more, offset, seen }) => {
      if (lines.length === 0)
        return {
          content:
            offset > 0 && seen > 0 ? `No entries at this offset: there are ${seen}.` : 'Nothing found.',
        }
      return {
        content: `${lines.join('\n')}${more ? '\n[there is more: go on with offset, or search for less]' : ''}`,
      }
    },
  })
}

async function search(given: GrepInput, { cwd, session, signal }: ToolContext) {
  const target = resolve(cwd, given.path ?? '.')
  const found = await stat(target).catch(() => undefined)
  if (!found) throw new ToolFailure(`${given.path} does not exist.`)
  if (!found.isFile() && !found.isDirectory())
    throw new ToolFailure(`${given.path} is neither a file nor a folder.`)
  const folder = found.isDirectory() ? target : undefined
  const { offset = 0, head_limit = 0 } = given
  const most = head_limit === 0 ? mostLines : Math.min(head_limit, mostLines)
  const show = (file: string) => pathFrom(cwd, resolve(folder ?? cwd, file))
  const reader =
    given.output_mode === 'content' ? contentReader(given['-n'] !== false, show) : nameReader(show)
  const lines: string[] = []
  let seen = 0
  let more = false
  const onLine = (raw: string): boolean => {
    for (const { file, text } of reader(raw)) {
      if (folder !== undefined) {
        const path = join(folder, file)
        if (session.isHidden?.(path)) continue
        // to search a folder is no permission to read its keys; to say that there is a hit would tell them bit by bit
        if (secretPart(path) !== undefined) continue
      }
      if (++seen <= offset) continue
      if (lines.length === most) {
        more = true
        return false
      }
      lines.push(text)
    }
    return true
  }
  const { code, stderr } = await runRipgrep({
    args: argsOf(given, folder === undefined ? target : '.'),
    cwd: folder ?? cwd,
    signal,
    onLine,
  })
  if (code === 2 && seen === 0) throw new ToolFailure(stderr || 'ripgrep could not search.')
  return { lines, more, offset, seen }
}

/** The pattern stands behind `-e` and the place behind `--`: neither is ever read as an option. */
function argsOf(given: GrepInput, target: string): string[] {
  const around = (name: '-A' | '-B' | '-C') => (given[name] === undefined ? [] : [name, String(given[name])])
  const modes = {
    content: ['--json', ...around('-A'), ...around('-B'), ...around('-C')],
    files_with_matches: ['--null', '--files-with-matches'],
    count: ['--null', '--with-filename', '--count'],
  }
  return [
    '--hidden',
    '--color',
    'never',
    '--sort',
    'path',
    ...modes[given.output_mode ?? 'files_with_matches'],
    ...(given['-i'] ? ['--ignore-case'] : []),
    ...(given.multiline ? ['--multiline', '--multiline-dotall'] : []),
    ...(given.glob === undefined ? [] : ['--glob', given.glob]),
    // the last one that matches counts
    '--glob',
    '!**/.git/**',
    ...(given.type === undefined ? [] : ['--type', given.type]),
    '-e',
    given.pattern,
    '--',
    target,
  ]
}
