import { isKeylessKind } from '../file-kinds.js'
import type { ProgramTable } from '../program.js'
import type { ShellWord } from '../shell-word.js'
import { simple } from './simple.js'

const help = 'help version'

const recursive = (options: ReadonlySet<string>): boolean =>
  ['-r', '-R', '--recursive', '--dereference-recursive'].some((option) => options.has(option))

/** `--include=*.ts`, `-g '*.py'`: only files of kinds that hold no keys. */
function picksKinds(args: readonly ShellWord[]): boolean {
  const picks = args.flatMap(({ value }, i) => {
    const joined = /^(?:--include=|--glob=|-g)(.+)$/s.exec(value ?? '')?.[1]
    if (joined !== undefined) return [joined]
    return value === '--include' || value === '-g' || value === '--glob' ? [args[i + 1]?.value ?? '*'] : []
  })
  return (
    picks.length > 0 &&
    picks.every((pick) => pick.startsWith('!') || isKeylessKind(pick)) &&
    !picks.every((pick) => pick.startsWith('!'))
  )
}

const grep = simple({
  operands: 'patternThenFiles',
  flags: 'EFGPabcHhilLnoqRrsTUvwxyzZ',
  values: 'ABCDdem',
  files: 'f',
  numbers: true,
  long: `${help} extended-regexp fixed-strings basic-regexp perl-regexp ignore-case no-ignore-case invert-match word-regexp line-regexp count color colour files-without-match files-with-matches only-matching quiet silent no-messages byte-offset with-filename no-filename line-number initial-tab null text recursive dereference-recursive line-buffered binary null-data`,
  longValues:
    'regexp max-count after-context before-context context include exclude exclude-dir binary-files devices directories label',
  longFiles: 'file exclude-from',
  pattern: ['-e', '-f', '--regexp', '--file'],
  searches: recursive,
  below: (options, args) => (recursive(options) && !picksKinds(args) ? 'all' : undefined),
})

/** Programs that search what files hold. */
export const searchers: Readonly<Record<string, ProgramTable>> = {
  grep,
  // scripts that start grep with -E or -F
  egrep: grep,
  fgrep: grep,
  rg: simple({
    noGlob: true,
    operands: 'patternThenFiles',
    flags: 'abcFHhiIlLnNopPqsSuUvVwx0.',
    values: 'ABCdEegjmMrtT',
    long: `${help} files ignore-case smart-case case-sensitive fixed-strings word-regexp line-regexp count count-matches files-with-matches files-without-match line-number no-line-number with-filename no-filename heading no-heading hidden no-ignore no-ignore-vcs only-matching invert-match json multiline multiline-dotall pcre2 quiet stats trim vimgrep null text type-list unrestricted follow crlf pretty passthru column no-column byte-offset max-columns-preview no-messages sort-files include-zero glob-case-insensitive no-config`,
    longValues:
      'regexp after-context before-context context glob iglob type type-not max-count max-depth max-columns color colors replace sort sortr encoding threads max-filesize context-separator engine',
    files: 'f',
    longFiles: 'file ignore-file',
    pattern: ['-e', '-f', '--regexp', '--file', '--files', '--type-list', '--version', '--help', '-V', '-h'],
    searches: (options) =>
      !['--type-list', '--version', '--help', '-V'].some((option) => options.has(option)),
    below: (options, args) => {
      if (
        ['--files', '--type-list', '-t', '--type'].some((option) => options.has(option)) ||
        picksKinds(args)
      )
        return undefined
      return ['--hidden', '-.', '-u', '--unrestricted'].some((option) => options.has(option))
        ? 'all'
        : 'visible'
    },
  }),
  ag: simple({
    noGlob: true,
    operands: 'patternThenFiles',
    flags: 'acHilnovwsSQ',
    values: 'ABCGm',
    long: `${help} hidden count files-with-matches literal nocolor nogroup numbers`,
    longValues: 'ignore after before context max-count',
    searches: () => true,
    below: (options) => (options.has('--hidden') || options.has('-a') ? 'all' : 'visible'),
  }),
}
