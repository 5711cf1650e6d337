import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = new URL('../src', import.meta.url).pathname

interface Import {
  readonly from: string
  readonly to: string
  readonly typeOnly: boolean
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
const text = new Map(files.map((file) => [file, readFileSync(join(src, file), 'utf8')]))
const statement =
  /(?:^|\n)\s*(import|export)(\s+type)?\s[^'"`;]*?from\s+'([^']+)'|import\('([^']+)'\)|(?:^|\n)import\s+'([^']+)'/g

function importsOf(file: string): { readonly to: string; readonly typeOnly: boolean }[] {
  return [...text.get(file)!.matchAll(statement)].map((match) => ({
    to: (match[3] ?? match[4] ?? match[5])!,
    typeOnly: match[2] !== undefined,
  }))
}

const imports: Import[] = files.flatMap((from) =>
  importsOf(from)
    .filter(({ to }) => to.startsWith('.'))
    .map(({ to, typeOnly }) => ({
      from,
      to: relative(src, resolve(src, dirname(from), to)).replace(/\.js$/, '.ts'),
      typeOnly,
    })),
)

const folderOf = (file: string) => (file.includes('/') ? file.split('/')[0]! : file.replace(/\.ts$/, ''))

const low = ['base', 'errors', 'shell', 'files', 'process', 'settings', 'tool']
const below = [
  ...low,
  'permissions',
  'hooks',
  'classifier',
  'results',
  'journal',
  'telemetry',
  'prompt',
  'messages',
]

/** Who may import whom: docs/decisions and ARCHITECTURE say why. `tool:type` allows types only. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  base: [],
  errors: ['base'],
  shell: ['base'],
  settings: ['base', 'errors'],
  tool: ['base', 'errors'],
  files: ['base', 'errors', 'tool:type'],
  process: ['base', 'errors', 'files', 'tool:type'],
  permissions: ['base', 'errors', 'shell', 'files', 'process', 'tool', 'settings:type'],
  hooks: [...low, 'permissions'],
  classifier: [...low, 'permissions'],
  prompt: [...low, 'permissions'],
  results: low,
  journal: low,
  telemetry: low,
  messages: low,
  pipeline: below,
  tools: [...low, 'permissions/matchers'],
  composition: [...below, 'pipeline'],
  'create-callgate': [...below, 'pipeline', 'composition'],
  index: [...below, 'pipeline', 'create-callgate'],
  testing: [...below, 'pipeline', 'create-callgate', 'index'],
  adapters: [...below, 'pipeline', 'create-callgate'],
  cli: [...below, 'pipeline', 'create-callgate', 'tools'],
}

function isAllowed({ from, to, typeOnly }: Import): boolean {
  const [home, target] = [folderOf(from), folderOf(to)]
  if (home === target) return true
  return (mayImport[home] ?? []).some((entry) => {
    if (entry.endsWith(':type')) return typeOnly && entry === `${target}:type`
    return entry === target || (entry.includes('/') && to.startsWith(`${entry}/`))
  })
}

describe('architecture', () => {
  it('has no folder that the map does not know', () => {
    expect([...new Set(files.map(folderOf))].filter((folder) => !(folder in mayImport))).toEqual([])
  })

  it('imports downwards only [layers/imports]', () => {
    expect(imports.filter((each) => !isAllowed(each)).map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('has no cycles, types included [layers/imports]', () => {
    expect(cycles()).toEqual([])
  })

  it('imports no index.ts inside src [layers/no-barrels]', () => {
    const inner = imports.filter(({ from, to }) => to.endsWith('index.ts') && folderOf(from) !== 'testing')
    expect(inner.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('calls a tool in 5-execution only [layers/one-execution] [whole/only-way]', () => {
    const callers = files.filter(
      (file) => file.startsWith('pipeline/') && /tool\.call\(/.test(text.get(file)!),
    )
    expect(callers).toEqual(['pipeline/stages/5-execution.ts'])
    const elsewhere = files.filter(
      (file) =>
        /^(composition|cli|hooks|index|create-callgate)/.test(file) && /\btool\.call\(/.test(text.get(file)!),
    )
    expect(elsewhere).toEqual([])
  })

  it('makes a PermittedCall in permit.ts only [layers/one-execution]', () => {
    expect(files.filter((file) => /as PermittedCall/.test(text.get(file)!))).toEqual(['pipeline/permit.ts'])
    const makers = files.filter((file) => /as unknown as Permit\b/.test(text.get(file)!))
    expect(makers).toEqual(['pipeline/permit.ts'])
  })

  it('touches standard streams in prompt/terminal and cli only [layers/std-streams]', () => {
    const users = files.filter((file) =>
      /process\.(stdin|stdout|stderr)|console\.(log|error|warn|info)/.test(text.get(file)!),
    )
    expect(users.filter((file) => !file.startsWith('cli/') && !file.startsWith('prompt/terminal'))).toEqual(
      [],
    )
  })

  it('keeps decide and the shell analyser free of node: [layers/pure] [permission/pure-decide]', () => {
    const reached = reachable(['permissions/decide.ts', 'shell/analyse-command.ts'])
    const impure = [...reached].filter((file) =>
      importsOf(file).some(({ to, typeOnly }) => to.startsWith('node:') && !typeOnly),
    )
    expect(impure).toEqual([])
  })

  it('has no file with a banned name', () => {
    const banned = /(^|[-/.])(utils?|helpers?|common|misc|manager|service|handler|types)([-.]|$)/
    expect(files.filter((file) => banned.test(file))).toEqual([])
  })
})

function reachable(roots: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file) || !text.has(file)) return
    seen.add(file)
    for (const { from, to, typeOnly } of imports) if (from === file && !typeOnly) visit(to)
  }
  roots.forEach(visit)
  return seen
}

function cycles(): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]) => {
    const at = path.indexOf(file)
    if (at >= 0) {
      found.push([...path.slice(at), file].join(' → '))
      return
    }
    if (done.has(file)) return
    for (const { from, to } of imports) if (from === file) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  return found
}
