import type { Json } from '../base/json.js'
import { valueAt } from './coerce.js'
import type { InputIssue } from './input-schema.js'
import { jsonType, schemaAt } from './schema-at.js'

/** Every issue with its path, what was expected and what came, and the fields there are. For the model. */
export function describeIssues(
  tool: string,
  raw: unknown,
  issues: readonly InputIssue[],
  schema: Json | undefined,
): string {
  // a union may report one place many times, and a hostile input has any number of wrong places
  const lines = [...new Set(issues.map((issue) => `- ${describeIssue(raw, issue, schema)}`))]
  const shown = lines.slice(0, 20)
  if (lines.length > shown.length) shown.push(`- and ${lines.length - shown.length} more`)
  return [`The input of ${tool} does not fit its schema:`, ...shown, ...knownFields(schema)].join('\n')
}

function describeIssue(raw: unknown, { path, message }: InputIssue, schema: Json | undefined): string {
  const where = path.length === 0 ? 'input' : path.reduce<string>(joinPath, '')
  const value = valueAt(raw, path)
  const types = [...(schemaAt(schema, path)?.types ?? [])]
  const got = jsonType(value)
  const fits =
    types.includes(got) || (got === 'number' && types.includes('integer') && Number.isInteger(value))
  if (types.length === 0 || fits) return `${where}: ${message}`
  return `${where}: expected ${types.join(' or ')}, got ${got === 'nothing' ? 'nothing: it is missing' : showValue(value)}`
}

function joinPath(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step}]`
  return path === '' ? step : `${path}.${step}`
}

function showValue(value: unknown): string {
  const type = jsonType(value)
  if (type === 'null' || type === 'object' || type === 'array') return type
  const text = JSON.stringify(value) ?? ''
  return `${type} ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`
}

function knownFields(schema: Json | undefined): string[] {
  const fields = schemaAt(schema, [])?.fields ?? []
  if (fields.length === 0) return []
  const names = fields.map(({ name, required }) => (required ? `${name} (required)` : name))
  return [`Known fields: ${names.join(', ')}.`]
}
