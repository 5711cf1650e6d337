import type { ProgramTable } from '../program.js'
import { changes, pathsFrom, reads, sortWords } from './options.js'

/** Programs without output to files, pipes, commands, or the environment. */
export const awk: ProgramTable = ({ args }) => {
  const { problem, operands, options } = sortWords(args, {
    flags: '',
    values: 'Fv',
    long: 'help version re-interval posix traditional',
    longValues: 'field-separator assign',
  })
  const [program, ...rest] = operands
  const files = rest.filter(({ value }) => value === undefined || !/^[A-Za-z_]\w*=/.test(value))
  const paths = pathsFrom(files, 'read')
  if (problem !== undefined) return changes(`awk: ${problem}`, paths)
  if (options.has('--version') || options.has('--help')) return reads('awk shows help')
  if (program?.value === undefined || !isHarmlessProgram(program.value))
    return changes('awk: this program is not known to only print', paths)
  return reads('awk prints', paths)
}

const functions =
  'length substr index split sub gsub gensub match tolower toupper sprintf int sqrt exp log sin cos atan2 rand srand systime strftime'
const words = new Set(
  `BEGIN END NR NF FNR FS OFS ORS RS FILENAME SUBSEP RSTART RLENGTH print printf if else for while do in delete next exit break continue return ${functions}`.split(
    ' ',
  ),
)

/** Every token must be known. `getline`, `system`, `|`, `>` to anything, `@` and ENVIRON are not. */
export function isHarmlessProgram(program: string): boolean {
  const token =
    /\s+|#[^\n]*|"(?:[^"\\\n]|\\[^\n])*"|\d+(?:\.\d+)?|[A-Za-z_]\w*|\$|==|!=|<=|>=|&&|\|\||!~|\+\+|--|[-+*/%^]=|[-+*%^=<>!~?:;,(){}[\]]|\//y
  let depth = 0
  let value = false
  let printing = false
  const assigned = new Set(
    [
      ...program.matchAll(
        /([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)?(?:[-+*/%^]?=(?!=)|\+\+|--)|\bin\s+([A-Za-z_]\w*)|(?:\+\+|--)([A-Za-z_]\w*)|([A-Za-z_]\w*)\[/g,
      ),
    ].map((match) => match[1] ?? match[2] ?? match[3] ?? match[4]),
  )
  while (token.lastIndex < program.length) {
    const at = token.lastIndex
    const match = token.exec(program)
    if (!match) return false
    const text = match[0]
    if (text === '/' && !value) {
      const regex = /\/(?:[^/\\\n[]|\\[^\n]|\[\^?\]?(?:[^\]\\\n]|\\[^\n])*\])*\//y
      regex.lastIndex = at
      if (!regex.test(program)) return false
      token.lastIndex = regex.lastIndex
      value = true
      continue
    }
    if (/^[\s#]/.test(text)) {
      if (text.includes('\n')) printing = false
      continue
    }
    if (/^[A-Za-z_]/.test(text)) {
      if (!words.has(text) && !assigned.has(text) && !/^[a-z]\w{0,15}$/.test(text)) return false
      if (/^(getline|system|close|fflush|nextfile|function|func|ENVIRON|PROCINFO|printf_)$/.test(text))
        return false
      if (text === 'print' || text === 'printf') printing = true
      value = !/^(print|printf|if|while|else|do|in|return|delete|exit)$/.test(text)
      // a name before a bracket that is no function of ours may be anybody's
      if (
        !words.has(text) &&
        /^\s*\(/.test(program.slice(token.lastIndex)) &&
        !/^\s/.test(program.slice(token.lastIndex))
      )
        return false
      continue
    }
    if (text === '(') depth++
    if (text === ')') depth--
    // outside brackets a `>` after print is a file
    if (text === '>' && printing && depth === 0) return false
    if (/^[;{}]$/.test(text)) printing = false
    value = /^["\d)\]]|^\$$/.test(text) && text !== '$'
  }
  return true
}
