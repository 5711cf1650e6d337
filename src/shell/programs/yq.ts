import type { ProgramTable } from '../program.js'
import { changes, pathsFrom, reads, sortWords } from './options.js'

/** What both programs of this name understand, and change nothing by. */
const spec = {
  flags: 'rPCMNejcSV',
  long: 'help version raw-output unwrapScalar prettyPrint colors no-colors no-doc exit-status compact-output sort-keys null-input',
  values: 'poI',
  longValues: 'input-format output-format indent',
} as const

/** They read other files, the environment, or start programs. */
const reaching =
  /\b(load\w*|env|strenv|envsubst|system|input\w*|filename|import|include|splitDoc|split_doc)\b|\$(ENV|__)|\$__/

/** YAML for jq's language: an expression, then files. `eval` and `e` are the Go program's word for it. */
export const yq: ProgramTable = ({ args }) => {
  const { problem, operands } = sortWords(args, spec)
  const [program, ...files] = /^e(val)?$/.test(operands[0]?.value ?? '') ? operands.slice(1) : operands
  const paths = pathsFrom(files, 'read')
  if (problem !== undefined) return changes(`yq: ${problem}`, paths)
  if (program?.value === undefined) return changes('yq: only the run decides its program', paths)
  // a lone word may be a verb or a file
  if (files.length > 0 ? !/^[.[({"'\w]/.test(program.value) : !program.value.startsWith('.'))
    return changes('yq called like this is not known to only read', paths)
  return reaching.test(program.value)
    ? changes('yq: this expression may show the environment or read other files', paths)
    : reads('yq only reads', paths)
}
