import { readFile, stat } from 'node:fs/promises'
import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Diagnostic, SettingsSource } from './snapshot.js'

/** A settings file as a tree whose every node knows its line; an object that the embedder gave, as its value alone. */
export interface SettingsDocument {
  readonly source: SettingsSource
  readonly file: string | undefined
  readonly root: Node | undefined
  /** From 1; `undefined` for an object. */
  lineOf(node: Node | undefined): number | undefined
}

export interface ReadResult {
  /** `undefined` where there is no such file, or it cannot be used. */
  readonly document: SettingsDocument | undefined
  readonly diagnostics: readonly Diagnostic[]
}

const maxBytes = 16 * 1024 * 1024

/** Reads one file. Comments, trailing commas and a BOM are fine; any other syntax error makes it unusable, and every call asks. */
export async function readSettingsFile(
  file: string,
  source: SettingsSource,
  required: boolean,
): Promise<ReadResult> {
  let bytes: Buffer
  try {
    const { size } = await stat(file)
    if (size > maxBytes) return unusable(file, source, `it is larger than ${maxBytes / 1024 / 1024} MB`)
    bytes = await readFile(file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const missing = code === 'ENOENT' || code === 'ENOTDIR'
    if (missing && !required) return { document: undefined, diagnostics: [] }
    return unusable(
      file,
      source,
      missing ? 'there is no such file' : `it cannot be read (${code ?? message})`,
    )
  }
  try {
    return parseSettings(new TextDecoder('utf-8', { fatal: true }).decode(bytes), file, source)
  } catch {
    return unusable(file, source, 'it is not valid UTF-8')
  }
}

export function parseSettings(text: string, file: string, source: SettingsSource): ReadResult {
  const lineStarts = lineStartsOf(text)
  const lineAt = (offset: number) => lineAtOffset(lineStarts, offset)
  const errors: ParseError[] = []
  const root = text.trim() === '' ? undefined : parseTree(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first) {
    const what = printParseErrorCode(first.error).replace(
      /([a-z])([A-Z])/g,
      (_all, a, b) => `${a} ${b.toLowerCase()}`,
    )
    return unusable(file, source, `it is not valid JSON (${what.toLowerCase()})`, lineAt(first.offset))
  }
  if (root && root.type !== 'object') return unusable(file, source, 'it does not hold an object', 1)
  const document: SettingsDocument = { source, file, root, lineOf: (node) => node && lineAt(node.offset) }
  return { document, diagnostics: root ? duplicateKeys(root, document) : [] }
}

/** An object given by the embedding program, in the same shape: it has no places. */
export function documentOf(value: Readonly<Record<string, unknown>>, source: SettingsSource): ReadResult {
  let text: string
  try {
    text = JSON.stringify(value)
  } catch (error) {
    return unusable(
      undefined,
      source,
      `it is no JSON value (${error instanceof Error ? error.message : String(error)})`,
    )
  }
  const root = parseTree(text)
  return { document: { source, file: undefined, root, lineOf: () => undefined }, diagnostics: [] }
}

function unusable(
  file: string | undefined,
  source: SettingsSource,
  problem: string,
  line?: number,
): ReadResult {
  const diagnostic: Diagnostic = {
    severity: 'error',
    source,
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
    message: `These settings are not in force: ${problem}. Until that is mended, every call asks.`,
    failClosed: { kind: 'everyCallAsks' },
  }
  return { document: undefined, diagnostics: [diagnostic] }
}

/** The last one counts, as in JSON; people rarely mean that. */
function duplicateKeys(node: Node, document: SettingsDocument): Diagnostic[] {
  const found: Diagnostic[] = []
  const visit = (each: Node) => {
    if (each.type === 'object') {
      const seen = new Set<string>()
      for (const property of each.children ?? []) {
        const key = String(property.children?.[0]?.value)
        if (seen.has(key)) {
          const { source, file } = document
          const line = document.lineOf(property)
          found.push({
            severity: 'warning',
            source,
            ...(file !== undefined && { file }),
            ...(line !== undefined && { line }),
            message: `"${key}" stands here twice: only the last one counts.`,
          })
        }
        seen.add(key)
      }
    }
    for (const child of each.children ?? []) visit(child)
  }
  visit(node)
  return found
}

function lineStartsOf(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function lineAtOffset(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return low + 1
}

/** The value node of a key; of a key that stands twice the last. */
export function child(node: Node | undefined, key: string): Node | undefined {
  if (node?.type !== 'object') return undefined
  return node.children?.findLast((property) => property.children?.[0]?.value === key)?.children?.[1]
}

export function entries(node: Node | undefined): (readonly [key: string, value: Node, keyNode: Node])[] {
  if (node?.type !== 'object') return []
  return (node.children ?? []).flatMap(({ children }) => {
    const [key, value] = children ?? []
    return key && value ? [[String(key.value), value, key] as const] : []
  })
}

export function valueIn(node: Node | undefined): unknown {
  return node === undefined ? undefined : getNodeValue(node)
}
