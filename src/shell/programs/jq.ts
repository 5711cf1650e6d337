import type { ProgramTable } from '../program.js'
import { changes, pathsFrom, reads, sortWords } from './options.js'

const spec = {
  flags: 'cCejMnrRsSahV',
  long: 'help version compact-output raw-output raw-input slurp null-input sort-keys exit-status join-output ascii-output color-output monochrome-output tab seq stream unbuffered args jsonargs',
  longValues: 'indent',
} as const

/** The environment holds keys; modules are files that the words do not name. */
const reaching =
  /(?<![.\w$])env\b|\$ENV|\$__prog|\b(import|include|input_filename|debug|halt_error|getpath_file)\b/

export const jq: ProgramTable = ({ args }) => {
  // `--arg name value` takes two words, `--slurpfile name file` a name and a file
  const own: (typeof args)[number][] = []
  const files: (typeof args)[number][] = []
  for (let i = 0; i < args.length; i++) {
    const { value } = args[i]!
    if (value === '--arg' || value === '--argjson') i += 2
    else if (value === '--slurpfile' || value === '--rawfile' || value === '--argfile') {
      files.push(...args.slice(i + 2, i + 3))
      i += 2
    } else own.push(args[i]!)
  }
  const { problem, operands, options } = sortWords(own, spec)
  const [program, ...rest] = operands
  const paths = [...pathsFrom(rest, 'read'), ...pathsFrom(files, 'read')]
  if (problem !== undefined) return changes(`jq: ${problem}`, paths)
  if (['-V', '--version', '-h', '--help'].some((option) => options.has(option))) return reads('jq shows help')
  if (program?.value === undefined) return changes('jq: only the run decides its program', paths)
  if (reaching.test(program.value))
    return changes('jq: this program may show the environment or read other files', paths)
  return reads('jq only reads', paths)
}
