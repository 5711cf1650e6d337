import { foundFiles } from '../found-files.js'
import type { ProgramTable } from '../program.js'
import { couldBeOption, type ShellWord } from '../shell-word.js'
import { changes, pathsFrom, reads } from './options.js'

const alone = new Set(
  '-true -false -print -print0 -ls -prune -quit -empty -readable -writable -executable -nouser -nogroup -depth -d -daystart -follow -mount -xdev -noleaf -a -and -o -or -not ! ( ) , -warn -nowarn -ignore_readdir_race -noignore_readdir_race -help --help -version --version'.split(
    ' ',
  ),
)
const withValue = new Set(
  '-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type -xtype -size -mtime -mmin -atime -amin -ctime -cmin -used -user -group -uid -gid -perm -links -inum -maxdepth -mindepth -printf -regextype -fstype -newermt -newerat -newerct -newerBt -context -D'.split(
    ' ',
  ),
)
const withFile = new Set('-newer -anewer -cnewer -samefile'.split(' '))
const acting: Readonly<Record<string, string>> = {
  '-delete': 'deletes files',
  '-exec': 'runs a program',
  '-execdir': 'runs a program',
  '-ok': 'runs a program',
  '-okdir': 'runs a program',
  '-fprint': 'writes a file',
  '-fprint0': 'writes a file',
  '-fprintf': 'writes a file',
  '-fls': 'writes a file',
}

/** Starting points, then an expression of which every word must be known. */
export const find: ProgramTable = ({ args }) => {
  let at = 0
  while (at < args.length && /^-([HLP]+|O\d)$/.test(args[at]!.value ?? '')) at++
  const places: ShellWord[] = []
  while (at < args.length && isPlace(args[at]!)) places.push(args[at++]!)
  const [expression, runs] = withoutAction(args.slice(at), args)
  const files: ShellWord[] = []
  let problem: string | undefined
  for (let i = 0; i < expression.length && problem === undefined; i++) {
    const { value, text } = expression[i]!
    if (value !== undefined && withValue.has(value)) i++
    else if (value !== undefined && withFile.has(value)) files.push(...expression.slice(++i, i + 1))
    else if (value !== undefined && acting[value]) problem = `find ${value} ${acting[value]}`
    else if (value === undefined || !alone.has(value)) problem = `find: ${text} is not known to only read`
  }
  const access = problem?.endsWith('deletes files') ? 'delete' : 'read'
  const named = places.length === 0 ? [{ access, path: '.', text: '.' } as const] : pathsFrom(places, access)
  const paths = [...named, ...pathsFrom(files, 'read')]
  if (problem !== undefined) return changes(problem, paths)
  const risky = [...places, ...expression].find(
    (word) => word.value === undefined && (word.glob || couldBeOption(word)),
  )
  return risky
    ? changes(`find: ${risky.text} may become part of the expression`, paths)
    : reads(runs ? 'find runs a command for each file' : 'find only looks', paths)
}

/** One `-exec` at the end, for files that are known well enough: the command that it runs is judged on its own. */
function withoutAction(
  expression: readonly ShellWord[],
  args: readonly ShellWord[],
): readonly [expression: readonly ShellWord[], runs: boolean] {
  const at = expression.findIndex(({ value }) => value === '-exec')
  const end = expression.at(-1)?.value
  const whole =
    at >= 0 &&
    (end === ';' || (end === '+' && expression.at(-2)?.value === '{}')) &&
    !expression
      .slice(at + 1, -1)
      .some(({ value }) => value === ';' || value === undefined || value.startsWith('-exec')) &&
    foundFiles(args.slice(0, args.length - expression.length + at)) !== undefined
  return whole ? [expression.slice(0, at), true] : [expression, false]
}

function isPlace({ value, prefix }: ShellWord): boolean {
  return value === undefined
    ? prefix !== '' && !/^[-(!]/.test(prefix)
    : value !== '' && !/^[-(),!]/.test(value)
}
