import type { ProgramTable } from '../program.js'
import { changes, pathsFrom, reads, sortWords } from './options.js'

const spec = {
  flags: 'nErsuz',
  values: 'el',
  long: 'help version quiet silent regexp-extended separate unbuffered null-data posix debug',
  longValues: 'expression line-length',
} as const

/** Scripts of the few commands that only print: no `w`, `e`, `r`, no `-i`. */
export const sed: ProgramTable = ({ args }) => {
  const inPlace = args.some(
    ({ value }) => value !== undefined && (/^-[nErsuz]*i/.test(value) || value.startsWith('--in-place')),
  )
  const { problem, operands, options } = sortWords(args, {
    ...spec,
    flags: `${spec.flags}i`,
    long: `${spec.long} in-place`,
  })
  const given = options.has('-e') || options.has('--expression')
  const files = operands.slice(given ? 0 : 1)
  if (inPlace) return changes('sed -i changes files', pathsFrom(files, 'write'))
  const paths = pathsFrom(files, 'read')
  if (problem !== undefined) return changes(`sed: ${problem}`, paths)
  if (args.some((word) => word.glob)) return changes('sed: a glob may become an option', paths)
  if (options.has('--help') || options.has('--version')) return reads('sed shows help')
  const scripts = given ? scriptsOf(args.map(({ value }) => value)) : [operands[0]?.value]
  const odd = scripts.find((script) => script === undefined || !isHarmlessScript(script))
  if (scripts.length === 0 || scripts.includes(undefined) || odd !== undefined)
    return changes('sed: this script is not known to only print', paths)
  return reads('sed prints', paths)
}

function scriptsOf(values: readonly (string | undefined)[]): (string | undefined)[] {
  return values.flatMap((value, i) => {
    if (value === undefined) return []
    const attached = /^(?:-[nErsuz]*e(.+)|--expression=(.*))$/s.exec(value)
    if (attached) return [attached[1] ?? attached[2]]
    return /^-[nErsuz]*e$/.test(value) || value === '--expression' ? [values[i + 1]] : []
  })
}

const address = String.raw`(?:\d+(?:~\d+)?|\$|/(?:[^/\\\n]|\\[^\n])*/[IM]*)`
const addresses = String.raw`(?:${address}(?:\s*,\s*(?:${address}|[+~]\d+))?\s*!?\s*)?`
const plainCommand = String.raw`[pPdDqQ=lnNhHgGx](?:\s*\d+)?`

/** A positive grammar: what it does not know is not harmless. */
export function isHarmlessScript(script: string): boolean {
  let rest = script
  for (let guard = 0; guard < 200; guard++) {
    rest = rest.replace(/^[\s;}]+/, '')
    if (rest === '') return true
    const start = new RegExp(`^${addresses}`).exec(rest)![0]
    const after = rest.slice(start.length)
    const command = after[0]
    if (command === '{') rest = after.slice(1)
    else if (command === 's' || command === 'y') {
      const length = substitutionLength(after)
      if (length === undefined) return false
      rest = after.slice(length)
    } else {
      const plain = new RegExp(String.raw`^${plainCommand}(?=\s*(?:[;}\n]|$))`).exec(after)
      if (!plain) return false
      rest = after.slice(plain[0].length)
    }
  }
  return false
}

/** `s/a/b/flags`, where no flag writes or runs. */
function substitutionLength(text: string): number | undefined {
  const delimiter = text[1]
  if (delimiter === undefined || /[\s\\\w]/.test(delimiter)) return undefined
  let at = 2
  for (let parts = 0; parts < 2; parts++) {
    while (at < text.length && text[at] !== delimiter) {
      if (text[at] === '[' && parts === 0) {
        const end = /^\[\^?\]?[^\]]*\]/.exec(text.slice(at))
        if (end && !end[0].includes(delimiter)) {
          at += end[0].length
          continue
        }
      }
      if (text[at] === '\n' && text[at - 1] !== '\\') return undefined
      at += text[at] === '\\' ? 2 : 1
    }
    if (at >= text.length) return undefined
    at++
  }
  const flags = /^[gpiIM\d]*/.exec(text.slice(at))![0]
  const end = at + (text[0] === 's' ? flags.length : 0)
  return /^\s*(?:[;}\n]|$)/.test(text.slice(end)) ? end : undefined
}
