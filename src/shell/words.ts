import type { Span } from './analysis.js'
import { hasUnsureEscape } from './ansi-escapes.js'
import { checkArithmetic, checkNumberWord } from './arithmetic.js'
import type { Doubts } from './doubts.js'
import { isOwnVariable, revealsEnvironment, type Scope } from './scope.js'
import type { ShellWord } from './shell-word.js'
import type { ParameterExpansionPart, Word, WordPart } from './syntax.js'

const MAX_VALUES = 64

/** What reading the parts of one word gathers. */
interface Reading {
  readonly scope: Scope
  readonly doubts: Doubts
  prefix: string
  /** Nothing dynamic so far: literal text still belongs to the prefix. */
  inPrefix: boolean
  isStatic: boolean
  glob: boolean
  splits: boolean
  tilde: boolean
  values: readonly string[] | undefined
  /** `~` or `.`: a leading `$HOME` or `$PWD` was read as that. */
  anchored: boolean
  pattern: string | undefined
  reveals: string | undefined
}

/**
 * Quote removal as bash does it, as far as the text alone decides. Notes expansions that run code nobody sees.
 * @param span where the word stands in the whole command; inside decoded backticks, the backticks
 */
export function readWord(word: Word, span: Span, scope: Scope, doubts: Doubts): ShellWord {
  const reading: Reading = {
    scope,
    doubts,
    prefix: '',
    inPrefix: true,
    isStatic: true,
    glob: false,
    splits: false,
    tilde: word.text.startsWith('~'),
    values: [''],
    anchored: false,
    pattern: undefined,
    reveals: undefined,
  }
  const parts = word.parts
  if (parts) for (const part of parts) readPart(part, false, reading)
  else addLiteral(word.value, reading)
  // bash expands it in arguments too that look like an assignment: `dd of=~/x`
  if (/^\w+(\[.*\])?\+?=(.*:)?~/s.test(word.text)) addUnknown(reading)
  // `${HOME}x` is not `~x`
  if (reading.anchored && reading.values?.some((value) => /^[~.][^/]/.test(value))) reading.values = undefined
  // somebody else's home, or an earlier folder
  if (reading.tilde && word.text.startsWith('~') && !/^~(\/|$)/.test(word.text)) {
    reading.isStatic = false
    reading.values = undefined
  }
  return {
    text: word.text,
    value: reading.isStatic ? reading.prefix : undefined,
    glob: reading.glob,
    start: span.start,
    end: span.end,
    prefix: reading.prefix,
    splits: reading.splits,
    values: reading.values,
    tilde: reading.tilde,
    pattern: reading.glob ? word.text : isOneExpansion(parts) ? reading.pattern : undefined,
    pipe: parts?.length === 1 && parts[0]?.type === 'ProcessSubstitution',
    reveals: reading.reveals,
  }
}

/** With anything beside it, what a variable stands for says little: `$f/../x`. */
function isOneExpansion(parts: Word['parts']): boolean {
  const [only, ...others] = parts ?? []
  if (only === undefined || others.length > 0) return false
  return only.type === 'DoubleQuoted' ? only.parts.length === 1 : true
}

function readPart(part: WordPart, quoted: boolean, reading: Reading): void {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
      addLiteral(part.value, reading)
      return
    case 'AnsiCQuoted':
      addLiteral(part.value, reading)
      if (hasUnsureEscape(part.text))
        reading.doubts.add(
          'an escape whose bytes depend on the version of bash or the language',
          part.text,
          spanOf(part),
        )
      return
    case 'DoubleQuoted':
      for (const child of part.parts) readPart(child, true, reading)
      return
    case 'LocaleString':
      // a message catalogue may translate it
      for (const child of part.parts) readPart(child, true, reading)
      addUnknown(reading)
      return
    case 'Glob':
    case 'BraceExpansion':
      reading.glob = true
      addUnknown(reading)
      return
    case 'ExtendedGlob':
      reading.glob = true
      addUnknown(reading)
      reading.doubts.add(
        'an extended glob means something else unless extglob is on',
        part.text,
        spanOf(part),
      )
      return
    case 'SimpleExpansion':
      readVariable(part.text.slice(1).replace(/^\\\n/, ''), quoted, reading)
      return
    case 'ParameterExpansion':
      readParameter(part, quoted, reading)
      return
    case 'ArithmeticExpansion':
      checkArithmetic(part.expression, reading.scope, reading.doubts)
      addUnknown(reading)
      return
    case 'CommandExpansion':
      reading.splits ||= !quoted
      addUnknown(reading)
      return
    case 'ProcessSubstitution':
      // the rest of the name is a number
      addLiteral('/dev/fd/', reading)
      addUnknown(reading)
      return
  }
}

function addLiteral(text: string, reading: Reading): void {
  if (reading.inPrefix) reading.prefix += text
  reading.values = reading.values?.map((value) => value + text)
}

function addUnknown(reading: Reading): void {
  reading.isStatic = false
  reading.inPrefix = false
  reading.values = undefined
}

function readVariable(name: string, quoted: boolean, reading: Reading): void {
  const { scope } = reading
  const isFirst = reading.inPrefix && reading.prefix === ''
  const known = scope.variables.get(name)
  const values = scope.variables.has(name) ? known?.values : isFirst ? anchor(name, reading) : undefined
  reading.isStatic = false
  reading.inPrefix = false
  if (revealsEnvironment(name, scope)) reading.reveals ??= name
  if (isFirst && known?.pattern !== undefined) {
    reading.pattern = known.pattern
    reading.prefix = known.pattern.replace(/[*?[{\\'"$`].*$/s, '')
  }
  // a plain value does not split; an unknown one may, and `"$@"` always does
  const plain = values?.every((value) => value !== '' && !/[\s*?[\]\\]/.test(value))
  if (name === '@' || (!quoted && !plain && !/^[?#$!]$/.test(name))) reading.splits = true
  // unquoted, a value is split and its globs become file names
  const isWhole = quoted || plain
  reading.values = values && isWhole && reading.values ? combine(reading.values, values) : undefined
}

/** `$HOME` and `$PWD` at the beginning are paths that everybody knows under another name. */
function anchor(name: string, reading: Reading): readonly string[] | undefined {
  if (name !== 'PWD' && name !== 'HOME') return undefined
  reading.anchored = true
  if (name === 'HOME') reading.tilde = true
  return name === 'HOME' ? ['~'] : ['.']
}

function combine(left: readonly string[], right: readonly string[]): readonly string[] | undefined {
  if (left.length * right.length > MAX_VALUES) return undefined
  return left.flatMap((head) => right.map((tail) => head + tail))
}

function readParameter(part: ParameterExpansionPart, quoted: boolean, reading: Reading): void {
  const { scope, doubts } = reading
  const { prefix, index, operation, parameter } = part
  if (prefix === undefined && index === undefined && operation === undefined) {
    readVariable(parameter, quoted, reading)
    return
  }
  if (revealsEnvironment(parameter, scope)) reading.reveals ??= parameter
  if (prefix === '!') doubts.add('an indirect expansion names a variable by another', part.text, spanOf(part))
  if (index && !/^[@*]$/.test(index.text)) checkNumberWord(index, scope, doubts)
  checkOperation(part, scope, doubts)
  if (prefix !== '#' && (!quoted || index?.text === '@')) reading.splits = true
  addUnknown(reading)
}

/** What an operator of `${…}` may run beyond what the tree shows. Its operands are walked for commands elsewhere. */
function checkOperation(part: ParameterExpansionPart, scope: Scope, doubts: Doubts): void {
  const { operation } = part
  switch (operation?.type) {
    case undefined:
    case 'Remove':
    case 'Replace':
    case 'CaseModification':
      break
    case 'Default':
      readWord(operation.operand, spanOf(part), scope, doubts)
      if (operation.operator.includes('=') && !isOwnVariable(part.parameter))
        doubts.add(`it sets ${part.parameter}`, part.text, spanOf(part))
      break
    case 'Slice':
      checkNumberWord(operation.offset, scope, doubts)
      if (operation.length) checkNumberWord(operation.length, scope, doubts)
      break
    case 'Transform':
      // `@P` runs the substitutions in the value; `@E` and others make text that later steps read
      if (!/^[QUuL]$/.test(operation.operand.text))
        doubts.add('this transformation may run code', part.text, spanOf(part))
      break
    default:
      doubts.add('an expansion that is not understood', part.text, spanOf(part))
  }
}

function spanOf(node: { pos: number; end: number }): Span {
  return { start: node.pos, end: node.end }
}
