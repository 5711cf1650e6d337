import type { Json } from '../base/json.js'

/** One thing wrong with an input: where, and the schema's own words for it. */
export interface InputIssue {
  readonly path: readonly (string | number)[]
  readonly message: string
}

export type ParsedInput =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly InputIssue[] }

/** One form for Zod, any Standard Schema, and JSON Schema, made once at registration: nothing is compiled per call. */
export interface InputSchema {
  /** JSON Schema (2020-12) for the model's tool list, and what coercion goes by; `undefined` where the schema exposes none. */
  readonly jsonSchema: Json | undefined
  /** May be asynchronous, as Standard Schema allows. A schema whose own code throws rejects: the stage makes that a fault of the tool. */
  parse(raw: unknown): ParsedInput | Promise<ParsedInput>
}
