import type { Folders, Places, Scope } from './scope.js'
import { pathsOf, type ShellWord } from './shell-word.js'

const MAX_PLACES = 8
/** So many moves, one upon the other, are followed. */
const MAX_MOVES = 32

/** Somewhere that only the run decides. */
export const nowhereKnown: Places = [[undefined]]

/** Follows `cd`, `pushd` and `popd`; other commands stay where they are. */
export function followDirectory(words: readonly ShellWord[], scope: Scope): void {
  const [name, ...args] = withoutPrefixes(words)
  switch (name?.value) {
    case 'cd':
      scope.places = move(scope.places, targetOf(args).folder)
      return
    case 'pushd':
      scope.pushed = [...scope.pushed, scope.places]
      scope.places = move(scope.places, args.length === 0 ? undefined : targetOf(args).folder)
      return
    case 'popd': {
      const back = args.length === 0 ? scope.pushed.at(-1) : undefined
      scope.pushed = scope.pushed.slice(0, -1)
      scope.places = back ?? nowhereKnown
    }
  }
}

/** `command cd` and `builtin cd` are `cd`. */
function withoutPrefixes(words: readonly ShellWord[]): readonly ShellWord[] {
  const at = words.findIndex(({ value }) => value !== 'command' && value !== 'builtin')
  return at < 0 ? [] : words.slice(at)
}

/** Whether the command moves the shell, under whichever name. */
export function changesDirectory(words: readonly ShellWord[]): boolean {
  return /^(cd|pushd|popd)$/.test(withoutPrefixes(words)[0]?.value ?? '')
}

export interface DirectoryTarget {
  /** `undefined`: the word is not static, or means an earlier folder. */
  readonly folder: string | undefined
  readonly text: string
}

/** The folder that `cd` or `pushd` would move to; `undefined` where it names none (`popd`, `pushd` alone). */
export function directoryTarget(words: readonly ShellWord[]): DirectoryTarget | undefined {
  const [name, ...args] = withoutPrefixes(words)
  if (name?.value === 'popd' || (name?.value === 'pushd' && args.length === 0)) return undefined
  return targetOf(args)
}

function targetOf(args: readonly ShellWord[]): DirectoryTarget {
  const options = args.findIndex(({ value }) => value === undefined || !/^-[LPe@]+$/.test(value))
  const rest = options < 0 ? [] : args.slice(options)
  const operands = rest[0]?.value === '--' ? rest.slice(1) : rest
  const [first] = operands
  if (!first) return { folder: '~', text: '~' }
  const paths = pathsOf(first)
  const isPlain =
    operands.length === 1 && paths.length === 1 && !first.splits && !/^[-+]/.test(paths[0] ?? '-')
  return { folder: isPlain ? paths[0] : undefined, text: first.text }
}

function move(places: Places, folder: string | undefined): Places {
  return places.map((folders): Folders => (folders.length < MAX_MOVES ? [...folders, folder] : [undefined]))
}

/** Any of them may be where the shell is; too many are as good as none. */
export function eitherPlace(...alternatives: readonly Places[]): Places {
  const keyed = alternatives
    .flat()
    .map((folders) => [JSON.stringify(folders.map((each) => each ?? null)), folders] as const)
  const unique = new Map(keyed)
  return unique.size > MAX_PLACES ? nowhereKnown : [...unique.values()]
}
