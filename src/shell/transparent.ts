import type { ShellWord } from './shell-word.js'

/**
 * The command behind a program that runs it under other conditions and does nothing else: `timeout 5 cat x` reads as
 * `cat x` does. Only forms that are known whole; all else is judged as the program that it is.
 */
export function readThrough(program: string, words: readonly ShellWord[]): readonly ShellWord[] | undefined {
  const length = leading(
    program,
    words.map(({ value }) => value),
  )
  return length !== undefined && length < words.length ? words.slice(length) : undefined
}

function leading(program: string, [, ...args]: readonly (string | undefined)[]): number | undefined {
  const [first, second] = args
  if (first === undefined) return undefined
  const isBare = !first.startsWith('-')
  switch (program) {
    case 'command':
    case 'builtin':
      return isBare ? 1 : undefined
    case 'time':
      return isBare ? 1 : first === '-p' ? 2 : undefined
    case 'nice':
      if (first === '-n') return /^-?\d+$/.test(second ?? '') ? 3 : undefined
      return isBare ? 1 : /^(-{1,2}\d+|-n-?\d+|--adjustment=-?\d+)$/.test(first) ? 2 : undefined
    case 'stdbuf': {
      const options = args.findIndex((arg) => arg === undefined || !/^-[ioe](L|\d+[KMG]?)$/.test(arg))
      return options < 1 ? undefined : 1 + options
    }
    case 'timeout':
      return behindDuration(args)
    default:
      return undefined
  }
}

function behindDuration(args: readonly (string | undefined)[]): number | undefined {
  let at = 0
  for (;;) {
    const arg = args[at]
    if (arg === '-k' || arg === '-s') {
      if (args[at + 1] === undefined) return undefined
      at += 2
    } else if (
      arg !== undefined &&
      /^(--foreground|--preserve-status|-v|--verbose|--kill-after=[\w.]+|--signal=\w+|-k[\w.]+|-s\w+)$/.test(
        arg,
      )
    )
      at++
    else return arg !== undefined && /^\d*\.?\d+[smhd]?$/.test(arg) ? at + 2 : undefined
  }
}
