import type { Doubts } from './doubts.js'
import type { Scope } from './scope.js'
import type { ArithmeticExpression, Word } from './syntax.js'

const INTEGER = /^[+-]?(\d+#)?\w*\d\w*$/
const COUNTS = /^\$([?#$!]|\{#[a-z_]\w*\})$/i

/**
 * Bash evaluates the text of a variable inside arithmetic, and that text may hold `a[$(command)]`. So only numbers, and
 * variables known to hold numbers, are understood.
 */
export function checkArithmetic(
  expression: ArithmeticExpression | undefined,
  scope: Scope,
  doubts: Doubts,
): void {
  if (!expression) return
  switch (expression.type) {
    case 'ArithmeticBinary':
      checkArithmetic(expression.left, scope, doubts)
      checkArithmetic(expression.right, scope, doubts)
      return
    case 'ArithmeticUnary':
      checkArithmetic(expression.operand, scope, doubts)
      return
    case 'ArithmeticTernary':
      checkArithmetic(expression.test, scope, doubts)
      checkArithmetic(expression.consequent, scope, doubts)
      checkArithmetic(expression.alternate, scope, doubts)
      return
    case 'ArithmeticGroup':
      checkArithmetic(expression.expression, scope, doubts)
      return
    case 'ArithmeticWord':
      if (isKnownNumber(expression.value, scope)) return
      doubts.add('arithmetic evaluates the text of a variable', expression.value, spanOf(expression))
      return
    default:
      doubts.add('arithmetic evaluates the output of a command', expression.text, spanOf(expression))
  }
}

export function isKnownNumber(text: string, scope: Scope): boolean {
  if (/^[+-]?\d+$/.test(text) || COUNTS.test(text)) return true
  if (/[$`[\]]/.test(text) && !/^\$\{?[a-z_]\w*\}?$/i.test(text)) return false
  const name = text.replace(/^\$\{?|\}$/g, '')
  if (scope.integers.has(name)) return true
  const values = scope.variables.get(name)?.values
  if (values) return values.every((value) => /^[+-]?\d+$/.test(value))
  return INTEGER.test(text) && /^\d/.test(text)
}

/** A subscript or offset as a word: `${a[1]}`, `${x:2:3}`. */
export function checkNumberWord(word: Word, scope: Scope, doubts: Doubts): void {
  const text = word.text
    .trim()
    .replace(/^\((.*)\)$/, '$1')
    .trim()
  if (text === '' || isKnownNumber(text, scope)) return
  doubts.add('a subscript or offset evaluates the text of a variable', word.text, spanOf(word))
}

function spanOf(node: { pos: number; end: number }): { start: number; end: number } {
  return { start: node.pos, end: node.end }
}
