import type { ShellAnalysis } from '../shell/analysis.js'
import type { PathFact } from '../tool/subject.js'

/** A path that a command names, looked up on disk from the folder the command would use it in. */
export interface CommandPathFact extends PathFact {
  readonly access: 'read' | 'write' | 'delete'
  readonly via: 'argument' | 'redirect' | 'cd'
  /** A folder: a command may read all that is below it. */
  readonly isFolder: boolean
  /** A file in it that looks like a secret, where the command prints what is in the files of a folder. */
  readonly secretBelow?: string
  /** It stands for the matches of a glob below this folder. */
  readonly isGlob: boolean
}

export interface UnresolvedMention {
  readonly text: string
  readonly access: 'read' | 'write' | 'delete'
  readonly via: 'argument' | 'redirect' | 'cd'
}

/** What is known of one simple command of the line, or of the redirections of a whole loop or group. */
export interface CommandFacts {
  /** Index into `analysis.commands`; `undefined` for redirections of a compound command. */
  readonly index: number | undefined
  /** Those mentions whose path is static and whose folder is known. */
  readonly paths: readonly CommandPathFact[]
  /** Mentions that could not be resolved: an expansion decides the path, or a `cd` before it goes to an unknown folder. */
  readonly unresolved: readonly UnresolvedMention[]
  /** Reads only, all in scope, no secret, and git (where used) starts no program. Says nothing of redirections that write. */
  readonly readOnly: { readonly value: boolean; readonly reason: string }
}

/** A subject with everything known that rules and links look at: analysed (pure), then looked up on disk (ports). */
export type KnownSubject =
  | {
      readonly kind: 'command'
      readonly command: string
      readonly analysis: ShellAnalysis
      readonly parts: readonly CommandFacts[]
      /** What the tool's own allow rests on: every part reads only, nothing is written, nothing is uncertain. */
      readonly readOnlyInScope: { readonly value: boolean; readonly reason: string }
    }
  | { readonly kind: 'paths'; readonly access: 'read' | 'write'; readonly paths: readonly PathFact[] }
  | { readonly kind: 'url'; readonly url: string; readonly host: string | undefined }
  | { readonly kind: 'none' }

/** What the look-up may ask of the disk. Must not throw: what cannot be looked up counts as unknown, and unknown asks. */
export interface DiskPort {
  /** Symbolic links resolved as far as the path exists; the rest appended. `undefined` where that cannot be told (loop, no access). */
  realPath(absolute: string): Promise<string | undefined>
  isDirectory(absolute: string): Promise<boolean>
  /** Names in the folder; none where it cannot be read. */
  namesIn(folder: string): Promise<readonly string[]>
  /** True where the git repository that `folder` belongs to could start programs by its configuration or attributes, or that cannot be told. */
  repositoryMayRunPrograms(folder: string): Promise<boolean>
  /** The root of the git repository that `folder` lies in. */
  repositoryRoot(folder: string): Promise<string | undefined>
}
