/** A word of a command: its exact value, or `undefined` where an expansion decides it. */
export type KnownWord = string | undefined

/**
 * The command itself behind programs that only run it under other conditions; allow rules look through these few and no
 * others. Each entry is a number of leading words to leave out, the outermost first.
 */
export function wrapperLengths(argv: readonly KnownWord[]): number[] {
  const lengths: number[] = []
  for (let at = 0; ; ) {
    const length = wrapperLength(argv.slice(at))
    if (length === undefined || at + length >= argv.length) return lengths
    at += length
    lengths.push(at)
  }
}

function wrapperLength([name, ...args]: readonly KnownWord[]): number | undefined {
  switch (name) {
    case 'nohup':
    case 'builtin':
    case 'noglob':
    case 'command':
    case 'xargs':
      // with an option it is another program: `command -v`, `xargs -I{}`
      return startsWithOption(args) ? undefined : 1
    case 'time':
      return args[0] === '-p' ? 2 : startsWithOption(args) ? undefined : 1
    case 'nice':
      if (args[0] === '-n' && /^-?\d+$/.test(args[1] ?? '')) return 3
      if (/^(-\d+|--adjustment=-?\d+)$/.test(args[0] ?? '')) return 2
      return startsWithOption(args) ? undefined : 1
    case 'timeout':
      return timeoutLength(args)
    case 'stdbuf': {
      const options = args.findIndex((arg) => arg === undefined || !/^-[ioe](L|\d+[KMG]?)$/.test(arg))
      return options < 1 ? undefined : 1 + options
    }
    default:
      return undefined
  }
}

function startsWithOption([first]: readonly KnownWord[]): boolean {
  return first === undefined || first.startsWith('-')
}

function timeoutLength(args: readonly KnownWord[]): number | undefined {
  let at = 0
  for (;;) {
    const arg = args[at]
    if ((arg === '-k' || arg === '-s') && args[at + 1] !== undefined) at += 2
    else if (
      arg !== undefined &&
      /^(--foreground|--preserve-status|-v|--verbose|--kill-after=[\w.]+|--signal=\w+)$/.test(arg)
    )
      at++
    else return arg !== undefined && /^\d+(\.\d+)?[smhd]?$/.test(arg) ? at + 2 : undefined
  }
}
