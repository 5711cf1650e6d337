import { mkdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { applyEdits, modify, type Node, type ParseError, parseTree } from 'jsonc-parser'
import { lock } from 'proper-lockfile'
import writeFileAtomic from 'write-file-atomic'
import { CallgateError } from '../errors/callgate-error.js'
import { child } from './read-file.js'

export type SavedSource = 'localSettings' | 'projectSettings' | 'userSettings'

export function settingsFileFor(
  destination: SavedSource,
  { cwd, home }: { readonly cwd: string; readonly home: string },
): string {
  if (destination === 'userSettings') return join(home, '.claude/settings.json')
  return join(
    cwd,
    destination === 'projectSettings' ? '.claude/settings.json' : '.claude/settings.local.json',
  )
}

export interface RuleToSave {
  readonly file: string
  readonly behavior: 'allow' | 'deny' | 'ask'
  readonly rule: string
}

/**
 * Adds a rule to a settings file. Comments, order, indentation, BOM and line endings stay; two programs that save at once lose
 * nothing; a reader never sees half a file. Throws CallgateError SETTINGS_NOT_SAVED, and then the file is as it was.
 */
export async function saveRule({ file, behavior, rule }: RuleToSave): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true })
    const target = await realpath(file).catch(() => file)
    const release = await lock(target, {
      realpath: false,
      stale: 10_000,
      retries: { retries: 40, minTimeout: 20, maxTimeout: 250 },
    })
    try {
      const before = await readIfThere(target)
      const after = withRule(before, behavior, rule)
      if (after !== before) await write(target, after)
    } finally {
      await release().catch(() => {})
    }
  } catch (error) {
    throw new CallgateError('SETTINGS_NOT_SAVED', {
      file,
      problem: error instanceof Error ? error.message : String(error),
    })
  }
}

async function readIfThere(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

async function write(file: string, text: string): Promise<void> {
  const mode = await stat(file).then(
    (found) => found.mode & 0o7777,
    () => 0o600,
  )
  await writeFileAtomic(file, text, { mode })
}

/** The text with the rule in it; the same text where it holds it already. Throws for a text that is no JSON object. */
export function withRule(text: string, behavior: RuleToSave['behavior'], rule: string): string {
  const bom = text.startsWith('\ufeff') ? '\ufeff' : ''
  const body = text.slice(bom.length)
  if (body.trim() === '') return `${bom}${JSON.stringify({ permissions: { [behavior]: [rule] } }, null, 2)}\n`
  const errors: ParseError[] = []
  const root = parseTree(body, errors, { allowTrailingComma: true })
  if (errors.length > 0 || root?.type !== 'object')
    throw new Error('it is not a valid JSON object; mend it first.')
  const list = child(child(root, 'permissions'), behavior)
  if (child(root, 'permissions') && child(root, 'permissions')?.type !== 'object')
    throw new Error('its "permissions" is no object.')
  if (list && list.type !== 'array') throw new Error(`its permissions.${behavior} is no list.`)
  if (list?.children?.some(({ value }) => value === rule)) return text
  if (list?.children?.length) return bom + afterLast(body, list.children.at(-1)!, rule)
  const edits = modify(body, ['permissions', behavior], [rule], { formattingOptions: formattingOf(body) })
  return bom + applyEdits(body, edits)
}

/** Behind the last entry, written as that one stands: on its line, or on a line of its own with the same indentation. */
function afterLast(text: string, last: Node, rule: string): string {
  const end = last.offset + last.length
  const lineStart = text.lastIndexOf('\n', last.offset) + 1
  const indentation = /^[ \t]*/.exec(text.slice(lineStart))![0]
  const ownLine = lineStart + indentation.length === last.offset
  const separator = ownLine ? `,${eolOf(text)}${indentation}` : ', '
  return `${text.slice(0, end)}${separator}${JSON.stringify(rule)}${text.slice(end)}`
}

function formattingOf(text: string) {
  const indentation = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
  return {
    insertSpaces: !indentation.startsWith('\t'),
    tabSize: indentation.startsWith('\t') ? 1 : indentation.length,
    eol: eolOf(text),
  }
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}
