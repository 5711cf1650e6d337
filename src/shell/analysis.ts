/** A piece of the command text: UTF-16 indexes, end exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Why the text cannot be fully understood. One is enough: no allow rule may match then, and it is never read-only. */
export interface Uncertainty extends Span {
  readonly reason: string
  /** The piece of source text concerned, at most 200 characters. */
  readonly text: string
}

/** One word of a simple command after static quote removal. */
export interface CommandWord extends Span {
  /** As written, quotes kept. */
  readonly text: string
  /** The exact value bash passes on; `undefined` where an expansion decides it. */
  readonly value: string | undefined
  /** Unquoted `*`, `?`, `[…]`, brace or extended glob: may become several words. `value` is undefined then. */
  readonly glob: boolean
}

export interface CommandAssignment extends Span {
  readonly name: string
  /** `undefined` where an expansion decides it. */
  readonly value: string | undefined
}

export interface CommandRedirect extends Span {
  readonly operator: string
  readonly access: 'read' | 'write' | 'none'
  /** Path as bash would open it, before resolving `~` and cwd; `undefined` where it is not static. */
  readonly target: string | undefined
}

/** A file that a command names, as bash would pass it on (not resolved against cwd or `~`). */
export interface PathMention {
  readonly access: 'read' | 'write' | 'delete'
  /** `undefined` where an expansion or glob decides it: then nothing may be granted on account of it. */
  readonly path: string | undefined
  readonly text: string
  readonly via: 'argument' | 'redirect' | 'cd'
  /** It prints what is in the files below, where this is a folder; `visible`: only those whose names begin with no dot. */
  readonly below?: 'all' | 'visible'
  /** The glob, as written, whose matches are meant. `path` is undefined then. */
  readonly pattern?: string
  /**
   * The folders that earlier `cd`s of the same line moved to before this path is used, in order, as written after quote
   * removal; an `undefined` entry is a `cd` whose target is not static. Empty: relative to the call's cwd.
   */
  readonly after: readonly (string | undefined)[]
}

export interface ReadOnlyVerdict {
  readonly value: boolean
  /** Why, in words for a person: `cat only reads`, `find -delete deletes files`. */
  readonly reason: string
}

/** A simple command that will run (if its turn comes), with everything known about it. */
export interface SimpleCommand extends Span {
  /** argv in normal form: words joined by one space, assignments before it and redirections left out; for people and rules. */
  readonly text: string
  /** Source text of the words as written, quotes kept. */
  readonly source: string
  /** `undefined` where any word is not static. */
  readonly argv: readonly string[] | undefined
  readonly words: readonly CommandWord[]
  readonly assignments: readonly CommandAssignment[]
  readonly redirects: readonly CommandRedirect[]
  readonly paths: readonly PathMention[]
  /** Hosts the command names, lower case, where the program is known to fetch (curl, wget). */
  readonly hosts: readonly string[]
  readonly readOnly: ReadOnlyVerdict
  /** Set where it runs `git` and a repository's own configuration could start programs: stage 4 looks at the disk. */
  readonly usesGit: boolean
  /** The folders that earlier `cd`s of the line, and `git -C`, moved to before it runs; as in `PathMention.after`. */
  readonly after?: readonly (string | undefined)[]
}

/** A command that something in the text may run: a wrapper's inner command, a `bash -c` string, a trap. For deny and ask rules. */
export interface PossibleCommand {
  /** argv in normal form as far as it is known; a dynamic word stands as written. */
  readonly text: string
  readonly argv: readonly (string | undefined)[]
  /** `sudo`, `bash -c`, `find -exec`, `$(…)`, … */
  readonly via: string
}

/** What the analyser knows about a command line. Pure: made from the text alone. */
export interface ShellAnalysis {
  readonly command: string
  /** Every simple command, source order, outer before inner (substitutions, subshells, loops, functions included). */
  readonly commands: readonly SimpleCommand[]
  /** What could run anywhere in here, including everything in `commands`; descends into wrappers and inner shells. */
  readonly possible: readonly PossibleCommand[]
  readonly uncertain: readonly Uncertainty[]
  /** True only where every simple command is known to read only, and nothing is uncertain. Says nothing about which paths. */
  readonly readOnly: ReadOnlyVerdict
  /** Every path mention of every simple command and every compound's redirection. */
  readonly paths: readonly PathMention[]
  /** Where the line may leave the shell in another folder: the `cd` targets in order (`undefined`: not static). */
  readonly directoryChanges: readonly (string | undefined)[]
  /** What gets lost, in words for a person, where a command destroys something. */
  readonly destructive: string | undefined
  /** `rm`/`rmdir` of `/`, home, cwd and their kind as far as text alone can tell (MD16): the dangerous targets as written. */
  readonly criticalRemovals: readonly string[]
}
