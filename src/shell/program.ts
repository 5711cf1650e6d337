import type { PathMention, ReadOnlyVerdict } from './analysis.js'
import type { ShellWord } from './shell-word.js'

/** One simple command as a program table sees it: its name as a literal, its words after it. Assignments and redirections are judged elsewhere. */
export interface ProgramCall {
  /** The name alone, without a folder: `git`, also where the command says `/usr/bin/git`. */
  readonly name: string
  readonly args: readonly ShellWord[]
  /** Standard input is something of this line (pipe, file, here-document); false: it is closed. */
  readonly hasInput: boolean
}

/** What a table knows about one call of its program. */
export interface ProgramVerdict {
  readonly readOnly: ReadOnlyVerdict
  /** Files that its words name, with what it does to them. For programs that are no readers too, as far as known (rm, mv, cp, tee, sed -i …). */
  readonly paths: readonly Pick<PathMention, 'access' | 'path' | 'text' | 'pattern' | 'below'>[]
  /** Lower case. */
  readonly hosts: readonly string[]
  /** A repository's own configuration could start programs (git diff, status, show …). */
  readonly usesGit: boolean
  /** Folders that it moves to before it reads its paths (`git -C`); `undefined` entries are not static. */
  readonly folders: readonly (string | undefined)[]
}

/** Judges the calls of one program. Must not throw, and must say not read-only to any option or form that it does not know. */
export type ProgramTable = (call: ProgramCall) => ProgramVerdict
