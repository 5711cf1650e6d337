import { readFile } from 'node:fs/promises'
import { splitRules } from './split-rules.js'

/** The rules that a slash command's file grants while it runs: `allowed-tools` of its front matter. */
export async function readCommandFile(path: string): Promise<string[]> {
  return allowedTools(await readFile(path, 'utf8'))
}

/** Front matter is YAML; of it only what this key may hold is read: a text, a list in brackets, or one entry a line. */
export function allowedTools(markdown: string): string[] {
  const frontMatter = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(markdown)?.[1]
  if (frontMatter === undefined) return []
  const lines = frontMatter.split(/\r?\n/)
  const at = lines.findIndex((line) => /^(?:allowed-tools|allowedTools)\s*:/.test(line))
  if (at === -1) return []
  const value = lines[at]!.slice(lines[at]!.indexOf(':') + 1).trim()
  if (value !== '' && !value.startsWith('#')) return inlineRules(value)
  return entriesBelow(lines.slice(at + 1)).flatMap((entry) => splitRules(unquote(entry)))
}

function inlineRules(value: string): string[] {
  const list = /^\[(.*)\]\s*(?:#.*)?$/.exec(value)?.[1]
  if (list === undefined) return splitRules(unquote(value))
  // each entry may be quoted; a comma in a quoted one is no end
  return (list.match(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]*\([^)]*\)[^,]*|[^,]+/g) ?? [])
    .map((entry) => unquote(entry.trim()))
    .flatMap(splitRules)
}

function entriesBelow(lines: readonly string[]): string[] {
  const end = lines.findIndex((line) => !/^\s*(?:-\s|-$|#|$)/.test(line))
  return (end === -1 ? lines : lines.slice(0, end))
    .map((line) => /^\s*-\s+(.*)$/.exec(line)?.[1]?.trim() ?? '')
    .filter((entry) => entry !== '')
}

function unquote(text: string): string {
  const double = /^"((?:[^"\\]|\\.)*)"/.exec(text)?.[1]
  if (double !== undefined) return double.replace(/\\(.)/g, '$1')
  const single = /^'((?:[^']|'')*)'/.exec(text)?.[1]
  return single === undefined ? text.replace(/\s+#.*$/, '') : single.replaceAll("''", "'")
}
