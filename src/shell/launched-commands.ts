import { foundFiles } from './found-files.js'
import { readLeadingOptions } from './leading-options.js'
import { literalWord, placeholder, type ShellWord } from './shell-word.js'

/** A command that stands among the arguments of a program that runs it, not behind its options. */
export interface Launched {
  readonly words: readonly ShellWord[]
  readonly via: string
  /** More words than these follow, which only the run decides. */
  readonly open: boolean
}

/** `watch` hands its words to a shell, or runs them as they are: both are looked at. */
export const watchOptions = { short: 'nqs', long: 'interval equexit shotsdir' }

export function launchedCommands(program: string, words: readonly ShellWord[]): readonly Launched[] {
  const args = words.slice(1)
  switch (program) {
    case 'find':
    case 'gfind':
      return findActions(args)
    case 'fd':
    case 'fdfind':
      return searchActions(program, args)
    case 'parallel':
      return parallelTemplate(args)
    case 'start-stop-daemon':
      return daemon(args)
    case 'watch':
      return [{ words: readLeadingOptions(args, watchOptions).rest, via: 'watch', open: false }]
    case 'coreutils':
      return multiCall(args)
    default:
      return []
  }
}

/** `find`: from an action's name to `;`, or to `{} +`. What stands for the files found is only known in the run. */
function findActions(args: readonly ShellWord[]): readonly Launched[] {
  const found: Launched[] = []
  const action = args.findIndex(({ value }) => value === '-exec')
  const files = foundFiles(args.slice(0, Math.max(0, action)))
  for (let at = 0; at < args.length; at++) {
    const action = args[at]?.value
    if (action === undefined || !/^-(exec|execdir|ok|okdir)$/.test(action)) continue
    const start = at + 1
    for (at = start; at < args.length; at++) {
      const { value } = args[at]!
      if (value === ';' || (value === '+' && args[at - 1]?.value === '{}')) break
    }
    found.push({
      words: args.slice(start, at).map((word, i) => {
        const hole = placeholder(word, '{}')
        return files && i > 0 && word.value === '{}' ? { ...hole, ...files, splits: false } : hole
      }),
      via: `find ${action}`,
      open: false,
    })
  }
  return found
}

/** `fd`: everything behind `-x` up to `;`; the file found stands at the end where no placeholder says otherwise. */
function searchActions(program: string, args: readonly ShellWord[]): readonly Launched[] {
  const at = args.findIndex(({ value = '' }) => /^-[a-zA-Z]*[xX]|^--exec(-batch)?(=|$)/.test(value))
  const option = args[at]
  if (!option) return []
  const attached = /^(?:--exec(?:-batch)?=|-[a-zA-Z]*?[xX])(.*)$/s.exec(option.value ?? '')?.[1] ?? ''
  const rest = args.slice(at + 1)
  const end = rest.findIndex(({ value }) => value === ';')
  const named = attached === '' ? [] : [literalWord(attached, option)]
  const words = [...named, ...(end < 0 ? rest : rest.slice(0, end))]
  return [{ words: words.map((word) => placeholder(word, '{')), via: `${program} -x`, open: true }]
}

/** GNU parallel: a template before `:::`; the values behind it, or from standard input, are added. */
function parallelTemplate(args: readonly ShellWord[]): readonly Launched[] {
  const first = args.findIndex(
    ({ value }) => value !== undefined && !value.startsWith('-') && !/^\d+%?$/.test(value),
  )
  const end = args.findIndex(({ value }) => value !== undefined && /^:::/.test(value))
  if (first < 0 || first === end) return []
  const words = args.slice(first, end < 0 ? undefined : end)
  return [{ words: words.map((word) => placeholder(word, '{')), via: 'parallel', open: true }]
}

function daemon(args: readonly ShellWord[]): readonly Launched[] {
  const at = args.findIndex(({ value = '' }) => /^(-x|-a|--exec|--startas)$/.test(value))
  const program = args[at + 1]
  const separator = args.findIndex(({ value }) => value === '--')
  if (at < 0 || !program) return []
  return [
    {
      words: [program, ...(separator < 0 ? [] : args.slice(separator + 1))],
      via: 'start-stop-daemon',
      open: false,
    },
  ]
}

/** `coreutils --coreutils-prog=rm x` is `rm x`. */
function multiCall([option, ...rest]: readonly ShellWord[]): readonly Launched[] {
  const name = /^--coreutils-prog(?:-shebang)?=(.+)$/s.exec(option?.value ?? '')?.[1]
  return option && name !== undefined
    ? [{ words: [literalWord(name, option), ...rest], via: 'coreutils', open: false }]
    : []
}
