import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { MalformedInput } from '../../src/pipeline/call.js'
import { parseInput as parse } from '../../src/pipeline/check-input.js'
import { defineTool } from '../../src/tool/define-tool.js'
import type { StandardSchema } from '../../src/tool/standard-schema.js'
import type { AnyTool } from '../../src/tool/tool.js'

const parseInput = (of: AnyTool, raw: unknown) => parse(of, raw, new AbortController().signal)
const tool = (inputSchema: StandardSchema) => defineTool({ name: 'Tool', inputSchema, call: () => 'ok' })
const field = (schema: z.ZodType) => tool(z.strictObject({ a: schema }))

const number = field(z.number())
const boolean = field(z.boolean())
const list = field(z.array(z.string()))
const object = field(z.object({ b: z.number() }))

describe('parseInput', () => {
  it.each([
    { id: 'number', tool: number, raw: { a: '5' }, input: { a: 5 }, why: 'digits in a string' },
    {
      id: 'decimal',
      tool: number,
      raw: { a: ' -2.5e1 ' },
      input: { a: -25 },
      why: 'any JSON-like number, blanks around it',
    },
    { id: 'boolean', tool: boolean, raw: { a: 'true' }, input: { a: true }, why: 'true' },
    {
      id: 'boolean-false',
      tool: boolean,
      raw: { a: 'false' },
      input: { a: false },
      why: 'false is not truthy text',
    },
    {
      id: 'array',
      tool: list,
      raw: { a: '["x"]' },
      input: { a: ['x'] },
      why: 'JSON text where an array stands',
    },
    {
      id: 'object',
      tool: object,
      raw: { a: '{"b":1}' },
      input: { a: { b: 1 } },
      why: 'JSON text where an object stands',
    },
    {
      id: 'nullable',
      tool: field(z.union([z.int(), z.null()])),
      raw: { a: 'null' },
      input: { a: null },
      why: 'null as text',
    },
    {
      id: 'null',
      tool: field(z.union([z.int(), z.null()])),
      raw: { a: null },
      input: { a: null },
      why: 'null stays null',
    },
    {
      id: 'optional-null',
      tool: field(z.number().optional()),
      raw: { a: null },
      input: {},
      why: 'null for what may be left out',
    },
    {
      id: 'nested',
      tool: field(z.array(z.object({ n: z.number() }))),
      raw: { a: [{ n: '1' }] },
      input: { a: [{ n: 1 }] },
      why: 'at the path of the issue',
    },
    {
      id: 'missing',
      tool: tool(z.object({ a: z.number().optional() })),
      raw: undefined,
      input: {},
      why: 'no input is an empty one',
    },
    { id: 'whole-text', tool: number, raw: '{"a":1}', input: { a: 1 }, why: 'the whole input as JSON text' },
    {
      id: 'text-kept',
      tool: field(z.string()),
      raw: { a: '5' },
      input: { a: '5' },
      why: 'text is right here',
    },
    {
      id: 'union-text',
      tool: field(z.union([z.string(), z.number()])),
      raw: { a: '5' },
      input: { a: '5' },
      why: 'text is one of the right types',
    },
  ])('coerces $id: $why [validation/coercion] [validation/coercion-once]', async ({ tool, raw, input }) => {
    expect(await parseInput(tool, raw)).toEqual({ ok: true, input })
  })

  it.each([
    {
      id: 'number-to-text',
      tool: field(z.string()),
      raw: { a: 42 },
      says: 'a: expected string, got number 42',
    },
    { id: 'yes', tool: boolean, raw: { a: 'yes' }, says: 'a: expected boolean, got string "yes"' },
    { id: 'upper-case', tool: boolean, raw: { a: 'True' }, says: 'a: expected boolean, got string "True"' },
    { id: 'one', tool: boolean, raw: { a: 1 }, says: 'a: expected boolean, got number 1' },
    { id: 'hex', tool: number, raw: { a: '0x10' }, says: 'a: expected number, got string "0x10"' },
    {
      id: 'infinity',
      tool: number,
      raw: { a: 'Infinity' },
      says: 'a: expected number, got string "Infinity"',
    },
    { id: 'empty', tool: number, raw: { a: '' }, says: 'a: expected number, got string ""' },
    {
      id: 'beyond-double',
      tool: number,
      raw: { a: '9007199254740993' },
      says: 'got string "9007199254740993"',
    },
    { id: 'lone-text', tool: list, raw: { a: 'x' }, says: 'a: expected array, got string "x"' },
    { id: 'array-as-object', tool: object, raw: { a: '[1]' }, says: 'a: expected object, got string "[1]"' },
    { id: 'required-null', tool: number, raw: { a: null }, says: 'a: expected number, got null' },
    { id: 'missing-field', tool: number, raw: {}, says: 'a: expected number, got nothing: it is missing' },
    { id: 'array-input', tool: number, raw: [1, 2, 3], says: 'input: expected object, got array' },
    { id: 'unknown-key', tool: number, raw: { a: 1, line_limit: 1 }, says: 'line_limit' },
    {
      id: 'malformed',
      tool: number,
      raw: new MalformedInput('{bad', 'it is not valid JSON'),
      says: 'not valid JSON',
    },
  ])(
    'refuses $id with path, expected and received [validation/coercion] [validation/issues]',
    async ({ tool, raw, says }) => {
      const parsed = await parseInput(tool, raw)
      expect(parsed.ok).toBe(false)
      expect(parsed.ok ? '' : parsed.problem).toContain(says)
    },
  )

  it('names every issue and the known fields [validation/issues]', async () => {
    const both = tool(z.strictObject({ file_path: z.string(), limit: z.number().optional() }))
    const parsed = await parseInput(both, { file: 'a.txt', limit: 'many' })
    expect(parsed.ok ? '' : parsed.problem).toMatchInlineSnapshot(`
      "The input of Tool does not fit its schema:
      - file_path: expected string, got nothing: it is missing
      - limit: expected number, got string "many"
      - input: Unrecognized key: "file"
      Known fields: file_path (required), limit."
    `)
  })

  it('coerces a Standard Schema only where it exposes JSON Schema [validation/coercion-standard-schema]', async () => {
    const bare: StandardSchema = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: (value) =>
          typeof (value as { a: unknown }).a === 'number'
            ? { value }
            : { issues: [{ message: 'a must be a number', path: ['a'] }] },
      },
    }
    const exposing = {
      '~standard': {
        ...bare['~standard'],
        jsonSchema: { input: () => ({ type: 'object', properties: { a: { type: 'number' } } }) },
      },
    }
    expect((await parseInput(tool(bare), { a: '5' })).ok).toBe(false)
    expect(await parseInput(tool(exposing), { a: '5' })).toEqual({ ok: true, input: { a: 5 } })
  })

  it('freezes the input all the way down, and leaves the raw one alone', async () => {
    const raw = { a: ['x'] }
    const parsed = await parseInput(list, raw)
    expect(parsed.ok && Object.isFrozen((parsed.input as { a: unknown }).a)).toBe(true)
    expect(Object.isFrozen(raw.a)).toBe(false)
  })

  it('changes many places at once, and none of what came in', async () => {
    const rows = tool(z.strictObject({ a: z.array(z.object({ n: z.number() })) }))
    const raw = { a: Array.from({ length: 5_000 }, (_, i) => ({ n: String(i) })) }
    const parsed = await parseInput(rows, raw)
    expect(parsed).toEqual({ ok: true, input: { a: raw.a.map(({ n }) => ({ n: Number(n) })) } })
    expect(raw.a.every(({ n }) => typeof n === 'string')).toBe(true)
  })

  it('keeps __proto__ a plain field', async () => {
    const parsed = await parseInput(number, JSON.parse('{"a":"1","__proto__":{"polluted":true}}'))
    expect(parsed.ok).toBe(false)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})
