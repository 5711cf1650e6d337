import type { CommandAssignment, PathMention, Span } from './analysis.js'
import type { FoundRedirect } from './redirects.js'
import type { Places } from './scope.js'
import type { ShellWord } from './shell-word.js'

export interface FoundAssignment extends CommandAssignment {
  /** As written. */
  readonly text: string
  readonly word: ShellWord | undefined
}

/** A simple command as the walk finds it, before anything is judged. */
export interface FoundCommand extends Span {
  /** Empty: assignments alone, to variables that are not the line's own. */
  readonly words: readonly ShellWord[]
  readonly assignments: readonly FoundAssignment[]
  readonly redirects: readonly FoundRedirect[]
  /** What its redirections do to files. */
  readonly mentions: readonly PathMention[]
  /** Where it may run; the first is where the line means it to. */
  readonly places: Places
  /** Text that it reads from a here-document or here-string; `undefined` where it has none or it is not static. */
  readonly input: string | undefined
  /** Its standard input is something of this line: a pipe, a file, a here-document. */
  readonly hasInput: boolean
  /** The simple command whose output it reads. */
  readonly pipedFrom: FoundCommand | undefined
}
