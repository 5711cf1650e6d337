import { forEachChild, type ParsedScript, parse } from 'unbash'
import type { Span } from './analysis.js'

// The one door to the parser library: whoever wants another parser starts here.
export type {
  AndOr,
  ArithmeticExpression,
  ArithmeticFor,
  Assignment,
  Command,
  ParameterExpansionPart,
  ParsedScript,
  Pipeline,
  Redirection,
  Script,
  Statement,
  SyntaxNode,
  TestExpression,
  Word,
  WordPart,
} from 'unbash'
export { forEachChild }

export interface SyntaxTrouble extends Span {
  readonly reason: string
}

export function parseScript(text: string): ParsedScript {
  return parse(text)
}

/** What the parser had to repair in this script alone; scripts inside substitutions report their own. */
export function troublesOf(script: { errors?: ParsedScript['errors']; end: number }): SyntaxTrouble[] {
  return (script.errors ?? []).map(({ message, pos }) => ({
    reason: `it is not complete bash: ${message}`,
    start: Math.min(pos, script.end),
    end: script.end,
  }))
}
