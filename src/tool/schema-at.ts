import { isRecord, type Json } from '../base/json.js'

/** What a JSON Schema allows at one place of the input. */
export interface PlaceInSchema {
  /** JSON type names; empty where the schema says nothing about it. */
  readonly types: ReadonlySet<string>
  /** False where an object above names it neither in `required` nor …: leaving it out is fine. */
  readonly required: boolean
  /** Names of the fields, where an object stands here. */
  readonly fields: readonly { readonly name: string; readonly required: boolean }[]
}

type Node = Record<string, unknown>

// a schema is made once and is not hostile, but `$ref` may go round in circles
const maxDepth = 64

/** Looks `path` up in a schema, through `$ref`, `anyOf`, `oneOf` and `allOf`. `undefined` where the schema knows no such place. */
export function schemaAt(
  schema: Json | undefined,
  path: readonly (string | number)[],
): PlaceInSchema | undefined {
  if (!isRecord(schema)) return undefined
  let here = alternatives(schema, schema)
  let required = true
  for (const step of path) {
    required = here.every((node) => Array.isArray(node.required) && node.required.includes(step))
    here = here.flatMap((node) => child(node, step)).flatMap((node) => alternatives(node, schema))
    if (here.length === 0) return undefined
  }
  return { types: new Set(here.flatMap(typesOf)), required, fields: here.flatMap(fieldsOf) }
}

function child(node: Node, step: string | number): Node[] {
  const properties = isRecord(node.properties) ? node.properties : {}
  const named = Object.hasOwn(properties, step) ? properties[step] : undefined
  if (isRecord(named)) return [named]
  const prefix = Array.isArray(node.prefixItems) ? node.prefixItems[Number(step)] : undefined
  return [prefix, node.items, node.additionalProperties].filter(isRecord).slice(0, 1)
}

function alternatives(node: Node, root: Node, depth = 0): Node[] {
  if (depth > maxDepth) return []
  const inner = [...listOf(node.anyOf), ...listOf(node.oneOf), ...listOf(node.allOf), ...referred(node, root)]
  return [node, ...inner.flatMap((each) => alternatives(each, root, depth + 1))]
}

function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function referred(node: Node, root: Node): Node[] {
  if (typeof node.$ref !== 'string' || !node.$ref.startsWith('#')) return []
  let target: unknown = root
  for (const step of node.$ref.split('/').slice(1)) {
    const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    target = isRecord(target) && Object.hasOwn(target, key) ? target[key] : undefined
  }
  return isRecord(target) ? [target] : []
}

function typesOf(node: Node): string[] {
  if (typeof node.type === 'string') return [node.type]
  if (Array.isArray(node.type)) return node.type.filter((each) => typeof each === 'string')
  const values = Array.isArray(node.enum) ? node.enum : 'const' in node ? [node.const] : []
  return values.map(jsonType)
}

function fieldsOf(node: Node): { name: string; required: boolean }[] {
  if (!isRecord(node.properties)) return []
  const required = Array.isArray(node.required) ? node.required : []
  return Object.keys(node.properties).map((name) => ({ name, required: required.includes(name) }))
}

/** The JSON Schema name of a value's type; `nothing` for undefined. */
export function jsonType(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}
