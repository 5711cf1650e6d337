import { stat } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import * as z from 'zod'
import { ToolFailure } from '../../errors/tool-failure.js'
import { defineTool } from '../../tool/define-tool.js'
import type { AnyTool, ToolContext } from '../../tool/tool.js'
import { pathFrom } from '../path-from.js'
import { readsInScope } from '../reads-in-scope.js'
import { runRipgrep } from '../ripgrep.js'

const mostShown = 100
/** More are not looked at one by one for their age. */
const mostLookedAt = 20_000

const noNul = (field: string) =>
  z.string().refine((text) => !text.includes('\0'), `${field} holds a NUL character: leave it out.`)

const input = z.strictObject({
  pattern: noNul('pattern').min(1).describe('A glob such as **/*.ts.'),
  path: noNul('path').optional().describe('The folder to look in. Default: the current one.'),
})

type GlobInput = z.infer<typeof input>

export function globTool(): AnyTool {
  return defineTool({
    name: 'Glob',
    description: 'Finds files by name; the most recently changed first, at most 100.',
    inputSchema: input,
    ruleFamily: 'read',
    readOnly: true,
    subject: (given, { cwd }) => ({ kind: 'paths', access: 'read', paths: [placeOf(given, cwd).folder] }),
    checkPermissions: readsInScope,
    call: find,
    mapResult: ({ files, total, folder }) => {
      if (files.length === 0) return { content: `No file in ${folder} matches.` }
      const note = total > files.length ? `\n[${total - files.length} more: give a narrower pattern]` : ''
      return { content: `${files.join('\n')}${note}` }
    },
  })
}

/** The folder to look in, and the pattern below it: fixed folders at the beginning of a pattern belong to the folder. */
function placeOf({ pattern, path }: GlobInput, cwd: string): { folder: string; glob: string } {
  const base = resolve(cwd, path ?? '.')
  const segments = pattern.split('/')
  const firstWild = segments.findIndex((segment) => /[*?[{\\]/.test(segment))
  const fixed = segments.slice(0, firstWild < 0 ? segments.length - 1 : firstWild)
  const own = fixed.join('/')
  const folder = isAbsolute(pattern) ? own || '/' : join(base, own)
  return { folder, glob: segments.slice(fixed.length).join('/') }
}

async function find(given: GlobInput, { cwd, session, signal }: ToolContext) {
  const { folder, glob } = placeOf(given, cwd)
  const kind = await stat(folder).then(
    (found) => (found.isDirectory() ? 'folder' : 'file'),
    () => 'missing',
  )
  if (kind !== 'folder')
    throw new ToolFailure(
      kind === 'missing' ? `The folder ${folder} does not exist.` : `${folder} is no folder.`,
    )
  const paths: string[] = []
  // a leading slash anchors the glob at the folder: `*.ts` means files of that folder alone
  const args = [
    '--files',
    '--hidden',
    '--no-ignore',
    '--glob',
    `/${glob}`,
    '--glob',
    '!**/.git/**',
    '--',
    '.',
  ]
  const { code, stderr } = await runRipgrep({
    args,
    cwd: folder,
    signal,
    onLine: (line) => {
      const path = join(folder, line)
      if (!session.isHidden?.(path)) paths.push(path)
      return paths.length < mostLookedAt
    },
  })
  if (code === 2 && paths.length === 0)
    throw new ToolFailure(`The pattern ${JSON.stringify(given.pattern)} was not understood: ${stderr}`)
  return {
    files: (await newestFirst(paths)).slice(0, mostShown).map((path) => pathFrom(cwd, path)),
    total: paths.length,
    folder,
  }
}

async function newestFirst(paths: readonly string[]): Promise<string[]> {
  const dated = await Promise.all(
    paths.map(async (path) => ({
      path,
      time: await stat(path).then(
        (found) => found.mtimeMs,
        () => 0,
      ),
    })),
  )
  return dated.sort((a, b) => b.time - a.time || (a.path < b.path ? -1 : 1)).map(({ path }) => path)
}
