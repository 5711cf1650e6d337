import { matchesWildcard, parseWildcard, type Wildcard } from '../base/wildcard.js'
import type { RuleFamily } from '../tool/tool.js'
import { primaryFields } from './known-tools.js'
import { type BashPattern, compileBashPattern } from './matchers/bash-pattern.js'
import { compileDomain, type DomainPattern } from './matchers/domain.js'
import { compilePathPattern, type PathAnchors, type PathPattern } from './matchers/path-pattern.js'
import type { RuleEntry } from './rule.js'

/** What names mean: the tools there are, their aliases, and what kind of content their rules have. */
export interface RuleVocabulary {
  /** The tool that a name or alias means; `undefined` for names that nobody knows. */
  toolNamed(name: string): { readonly name: string; readonly family: RuleFamily } | undefined
  /** Top-level fields of the tool's input; `undefined` where its schema does not tell. */
  fieldsOf(toolName: string): readonly string[] | undefined
  /** For the text about a name that nobody knows. */
  closest(name: string): readonly string[]
}

/** What a rule speaks about, in the form that matching uses. */
export type RuleTarget =
  /** Every call of the tools that the name covers. `family` where file rules of its name speak about commands too. */
  | { readonly kind: 'tool'; readonly family: 'read' | 'edit' | undefined }
  | { readonly kind: 'command'; readonly pattern: BashPattern }
  | { readonly kind: 'path'; readonly access: 'read' | 'write'; readonly pattern: PathPattern }
  | { readonly kind: 'domain'; readonly pattern: DomainPattern }
  | { readonly kind: 'field'; readonly field: string; readonly value: Wildcard }
  | { readonly kind: 'content'; readonly value: Wildcard }

export interface CompiledRule {
  readonly entry: RuleEntry
  /** Tools that it is about: one canonical name, or a pattern of names. */
  readonly names: Wildcard
  readonly target: RuleTarget
}

export interface RuleProblem {
  readonly entry: RuleEntry
  readonly message: string
  /** What a deny or ask rule that was not understood does instead: makes this tool ask, or every tool. */
  readonly failClosedTool?: string | 'every'
}

export interface ParsedRule {
  readonly rule?: CompiledRule
  readonly problem?: RuleProblem
}

const form = /^([^()\s]+)(?:\((.*)\))?$/s
const legalName = /^(?:[A-Za-z_*][\w*.-]*)$/

/** One rule, understood. A rule that is not, opens nothing: an allow is dropped, a deny or ask makes its tool ask. */
export function parseRule(entry: RuleEntry, vocabulary: RuleVocabulary, anchors: PathAnchors): ParsedRule {
  const match = form.exec(entry.text.trim())
  const [, name = '', content] = match ?? []
  if (!match || !legalName.test(name)) {
    const guess = /^\s*([A-Za-z_]\w*)/.exec(entry.text)?.[1]
    const tool = guess === undefined ? undefined : vocabulary.toolNamed(guess)
    return failed(entry, 'it is not of the form Tool or Tool(content).', tool?.name ?? 'every')
  }
  if (name.includes('*')) return parseNamePattern(entry, name, content)
  if (name.startsWith('mcp__')) return parseMcp(entry, name, content)
  const tool = vocabulary.toolNamed(name)
  const known = tool ?? { name, family: 'exact' as const }
  const parsed = parseContent(entry, known, content?.trim(), vocabulary, anchors)
  return tool === undefined && parsed.problem === undefined
    ? { ...parsed, problem: unknownName(entry, name, vocabulary) }
    : parsed
}

function failed(entry: RuleEntry, message: string, tool: string): ParsedRule {
  if (entry.behavior === 'allow') return { problem: { entry, message: `${message} It allows nothing.` } }
  const what = tool === 'every' ? 'every call asks' : `every call of ${tool} asks`
  return { problem: { entry, message: `${message} Until it is mended, ${what}.`, failClosedTool: tool } }
}

function unknownName(entry: RuleEntry, name: string, vocabulary: RuleVocabulary): RuleProblem {
  const near = vocabulary.closest(name)
  const hint = near.length > 0 ? ` Nearest: ${near.join(', ')}.` : ''
  return { entry, message: `no tool is called ${name}.${hint}` }
}

/** `*`, `B*`, `mcp__*`: for deny and ask. An allow must name the server it trusts. */
function parseNamePattern(entry: RuleEntry, name: string, content: string | undefined): ParsedRule {
  if (content !== undefined) return failed(entry, 'a name with * takes no content in brackets.', 'every')
  if (entry.behavior === 'allow' && !/^mcp__[^*]+?__/.test(name)) {
    const message = 'in an allow rule, * in a name must stand after mcp__<server>__. It allows nothing.'
    return { problem: { entry, message } }
  }
  return { rule: { entry, names: parseWildcard(name), target: { kind: 'tool', family: undefined } } }
}

function parseMcp(entry: RuleEntry, name: string, content: string | undefined): ParsedRule {
  const isServer = /^mcp__(?:(?!__).)+$/.test(name)
  const names = parseWildcard(isServer ? `${name}__*` : name)
  if (content === undefined || content.trim() === '*')
    return { rule: { entry, names, target: { kind: 'tool', family: undefined } } }
  const field = entry.behavior === 'allow' ? undefined : fieldTarget(content)
  if (field) return { rule: { entry, names, target: field } }
  return failed(
    entry,
    'rules for MCP tools take no content in brackets (deny and ask: one field, as in name(field:value)).',
    name,
  )
}

function fieldTarget(content: string): (RuleTarget & { kind: 'field' }) | undefined {
  const match = /^\s*([A-Za-z_][\w-]*)\s*:\s*(.*?)\s*$/s.exec(content)
  if (!match) return undefined
  return { kind: 'field', field: match[1]!, value: parseWildcard(match[2]!) }
}

function parseContent(
  entry: RuleEntry,
  tool: { readonly name: string; readonly family: RuleFamily },
  content: string | undefined,
  vocabulary: RuleVocabulary,
  anchors: PathAnchors,
): ParsedRule {
  const { name, family } = tool
  const names = parseWildcard(name)
  if (content === undefined || isEverything(content, family)) {
    return { rule: { entry, names, target: { kind: 'tool', family: fileFamily(name) } } }
  }
  if (content === '') return failed(entry, 'the brackets are empty.', name)
  const field = entry.behavior === 'allow' ? undefined : fieldTarget(content)
  const fields = vocabulary.fieldsOf(name)
  if (field && (fields?.includes(field.field) || primaryFields.has(field.field))) {
    if (primaryFields.has(field.field)) {
      return failed(
        entry,
        `${field.field} is what the plain form is about: write ${name}(…) without "${field.field}:".`,
        name,
      )
    }
    return { rule: { entry, names, target: field } }
  }
  switch (family) {
    case 'bash':
      return { rule: { entry, names, target: { kind: 'command', pattern: compileBashPattern(content) } } }
    case 'read':
    case 'edit':
      return parsePath(entry, tool, content, anchors)
    case 'domain':
      return parseDomain(entry, name, content)
    case 'exact':
      if (field) return { rule: { entry, names, target: field } }
      return {
        rule: {
          entry,
          names,
          target: { kind: 'content', value: parseWildcard(content.replace(/:\*$/, ' *')) },
        },
      }
    case 'none':
      if (field && fields === undefined) return { rule: { entry, names, target: field } }
      return failed(entry, `${name} has no content that a rule could match: write ${name} alone.`, name)
  }
}

function isEverything(content: string, family: RuleFamily): boolean {
  return content === '*'
    ? family === 'bash' || family === 'exact' || family === 'none'
    : family === 'domain' && content === 'domain:*'
}

function fileFamily(name: string): 'read' | 'edit' | undefined {
  return name === 'Read' ? 'read' : name === 'Edit' ? 'edit' : undefined
}

/** Path rules are written for Read and Edit. For the other file tools, a deny or ask counts as one of these; an allow does not. */
function parsePath(
  entry: RuleEntry,
  { name, family }: { name: string; family: RuleFamily },
  content: string,
  anchors: PathAnchors,
): ParsedRule {
  const owner = family === 'read' ? 'Read' : 'Edit'
  const other = name !== owner
  if (other && entry.behavior === 'allow') {
    const message = `path rules are written for Read and Edit: write ${owner}(${content}). It allows nothing.`
    return { problem: { entry, message } }
  }
  const pattern = compilePathPattern(content, entry, anchors)
  if ('problem' in pattern) return failed(entry, pattern.problem, owner)
  const access = family === 'read' ? ('read' as const) : ('write' as const)
  const rule: CompiledRule = { entry, names: parseWildcard(owner), target: { kind: 'path', access, pattern } }
  return other
    ? { rule, problem: { entry, message: `it counts as ${owner}(${content}): write that instead.` } }
    : { rule }
}

function parseDomain(entry: RuleEntry, name: string, content: string): ParsedRule {
  const pattern = compileDomain(content)
  if (pattern === undefined) return failed(entry, `write ${name}(domain:example.com).`, name)
  return { rule: { entry, names: parseWildcard(name), target: { kind: 'domain', pattern } } }
}

export function coversName({ names }: CompiledRule, toolName: string): boolean {
  return matchesWildcard(names, toolName)
}
