import type { PathMention } from '../analysis.js'
import type { ProgramCall, ProgramTable, ProgramVerdict } from '../program.js'
import type { ShellWord } from '../shell-word.js'
import { changes, type OptionSpec, pathsFrom, reads, sortWords } from './options.js'

/** What the operands of a simple program are. */
type Operands =
  | 'files'
  | 'text'
  | 'none'
  /** The first is a pattern or program, unless an option gave one; the rest are files. */
  | 'patternThenFiles'
  | 'textThenFiles'
  /** A second one would be written to. */
  | 'oneFile'
  | 'twoFiles'

interface SimpleProgram extends OptionSpec {
  readonly operands: Operands
  /** Options that give what else the first operand would. */
  readonly pattern?: readonly string[]
  /** It reads everything below a folder, or the current one where none is named: `grep -r`. */
  readonly searches?: (options: ReadonlySet<string>) => boolean
  /** What it prints of the files below a folder that it is given. */
  readonly below?: (options: ReadonlySet<string>, args: readonly ShellWord[]) => PathMention['below']
  /** Words that a glob stands for may become options that matter. */
  readonly noGlob?: boolean
}

/** A table for a program whose options are all that decides. */
export function simple(given: SimpleProgram): ProgramTable {
  const spec = { globs: given.noGlob !== true, ...given }
  return (call) => judgeSimple(call, spec)
}

function judgeSimple({ name, args, hasInput }: ProgramCall, spec: SimpleProgram): ProgramVerdict {
  const { problem, operands, files, written, options } = sortWords(args, spec)
  const skipped =
    /^(pattern|text)Then/.test(spec.operands) && !spec.pattern?.some((option) => options.has(option)) ? 1 : 0
  const named = spec.operands === 'text' || spec.operands === 'none' ? [] : operands.slice(skipped)
  const paths = [...pathsFrom(named, 'read'), ...pathsFrom(files, 'read'), ...pathsFrom(written, 'write')]
  if (problem !== undefined) return changes(`${name}: ${problem}`, paths)
  if (spec.operands === 'none' && operands.length > 0)
    return changes(`${name} with operands is not known to only read`)
  if (spec.operands === 'oneFile' && operands.length > 1)
    return changes(`${name} writes into its second file`, [
      ...pathsFrom(operands.slice(0, 1), 'read'),
      ...pathsFrom(operands.slice(1), 'write'),
    ])
  if (spec.operands === 'twoFiles' && operands.length > 2)
    return changes(`${name} with more than two files is not known to only read`, paths)
  const everything =
    named.length === 0 && spec.searches?.(options) === true && !hasInput
      ? [{ access: 'read' as const, path: '.', text: '.' }]
      : []
  const below = spec.below?.(options, args)
  const mentions = [...paths, ...everything]
  return reads(
    `${name} only reads`,
    below === undefined ? mentions : mentions.map((mention) => ({ ...mention, below })),
  )
}
