import { checkNumberWord } from './arithmetic.js'
import type { Scope } from './scope.js'
import { pathsOf, type ShellWord } from './shell-word.js'
import type { TestExpression, Word } from './syntax.js'
import { spanIn, type Walk, wordIn } from './walk.js'

const FILE_TEST = /^-[abcdefghkprsuwxGLNOS]$/
const FILE_COMPARISON = /^-(nt|ot|ef)$/
const NUMBER_COMPARISON = /^-(eq|ne|lt|le|gt|ge)$/

/** `[[ … ]]`: its number comparisons evaluate their operands like arithmetic, `-v` a subscript; file tests read. */
export function checkConditional(expression: TestExpression, scope: Scope, walk: Walk): void {
  switch (expression.type) {
    case 'TestLogical':
      for (const operand of expression.operands) checkConditional(operand, scope, walk)
      return
    case 'TestNot':
      checkConditional(expression.operand, scope, walk)
      return
    case 'TestGroup':
      checkConditional(expression.expression, scope, walk)
      return
    case 'TestUnary': {
      const word = wordIn(expression.operand, scope, walk)
      if (FILE_TEST.test(expression.operator)) mention(word, scope, walk)
      if (/^-[vR]$/.test(expression.operator)) checkName(expression.operand, word, walk)
      return
    }
    case 'TestBinary': {
      const { left, right, operator } = expression
      const words = [left, right].map((word) => wordIn(word, scope, walk))
      if (FILE_COMPARISON.test(operator)) for (const word of words) mention(word, scope, walk)
      if (NUMBER_COMPARISON.test(operator))
        for (const word of [left, right]) checkNumberWord(word, scope, walk.doubts)
    }
  }
}

function checkName(operand: Word, word: ShellWord, walk: Walk): void {
  if (word.value !== undefined && /^\w+$/.test(word.value)) return
  walk.doubts.add('a test for a variable evaluates its subscript', operand.text, spanIn(operand, walk))
}

function mention(word: ShellWord, { places }: Scope, walk: Walk): void {
  const shared = { access: 'read', text: word.text, via: 'argument', pattern: word.pattern } as const
  walk.mentions.push(...pathsOf(word).flatMap((path) => places.map((after) => ({ ...shared, path, after }))))
}
