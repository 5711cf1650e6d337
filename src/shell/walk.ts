import type { PathMention, Span } from './analysis.js'
import type { Doubts } from './doubts.js'
import type { FoundCommand } from './found-command.js'
import type { Scope } from './scope.js'
import type { ShellWord } from './shell-word.js'
import type { Survey } from './survey.js'
import type { SyntaxNode, Word } from './syntax.js'
import { readWord } from './words.js'

/** Everything that the walk over one line gathers, in source order. */
export interface Walk {
  readonly survey: Survey
  readonly doubts: Doubts
  readonly commands: FoundCommand[]
  /** Files that something else than a simple command names: a loop's redirection, a `[[ -f … ]]`. */
  readonly mentions: PathMention[]
  /** Why a construct that is no simple command does more than read. */
  readonly effects: string[]
  /** Walks on below a node; here so that the pieces of the walk need not know each other. */
  readonly visit: (node: SyntaxNode, scope: Scope, walk: Walk, pipedFrom?: FoundCommand) => void
}

/** Where the node stands in the whole command. */
export function spanIn(node: { pos: number; end: number }, { doubts }: Walk): Span {
  return doubts.place(node.pos, node.end)
}

export function wordIn(word: Word, scope: Scope, walk: Walk): ShellWord {
  return readWord(word, spanIn(word, walk), scope, walk.doubts)
}

/** Where a value goes that no command of the line is judged by: into a variable of the line, or a program's input. */
export function noteRevealed({ reveals }: ShellWord, { effects }: Walk): void {
  if (reveals !== undefined) effects.push(`it would show the variable ${reveals}`)
}
