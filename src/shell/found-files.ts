import { isKeylessKind } from './file-kinds.js'
import type { ShellWord } from './shell-word.js'

/** What `find` hands to the command that it runs, where every file is known well enough to be read. */
export interface FoundFiles {
  /** Every name begins with this: no option. */
  readonly prefix: string
  /** All lie below the folder before the star. */
  readonly pattern: string
}

const PLACE = /^(?!-)[\w./][\w./-]*$/

/**
 * The words of one `find` before its action: one folder, `-type f` (a link may lead anywhere), a kind of names, nothing that
 * is alternative. `undefined`: what it hands over is not known.
 */
export function foundFiles(before: readonly ShellWord[]): FoundFiles | undefined {
  const values = before.map(({ value }) => value)
  if (values.includes(undefined)) return undefined
  const [first = '', ...others] = values as string[]
  const named = PLACE.test(first) && first !== ''
  const place = named ? first : '.'
  let [files, kind] = [false, false]
  const tests = named ? others : values
  for (let at = 0; at < tests.length; at++) {
    const value = tests[++at] ?? ''
    switch (tests[at - 1]) {
      case '-type':
        if (value !== 'f') return undefined
        files = true
        break
      case '-name':
      case '-iname':
        kind ||= isKeylessKind(value)
        break
      case '-maxdepth':
      case '-mindepth':
      case '-mtime':
      case '-mmin':
      case '-size':
        break
      case '-not':
      case '!':
        if (value !== '-path' && value !== '-name') return undefined
        at++
        break
      default:
        return undefined
    }
  }
  return files && kind ? { prefix: place, pattern: `${place.replace(/\/+$/, '')}/*` } : undefined
}
