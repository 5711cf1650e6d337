/**
 * What a call is about, as far as permission is concerned. A tool names it (`subject`), stage 4 looks up what must be known
 * of the disk, and rules are matched against it. Pure data: no tool sees a rule, no rule sees a tool.
 */
export type Subject =
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'paths'; readonly access: 'read' | 'write'; readonly paths: readonly string[] }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'none' }

/** One path after looking at the disk. */
export interface PathFact {
  /** As the call names it. */
  readonly written: string
  /** Absolute, `.` and `..` resolved in text only. */
  readonly absolute: string
  /** Absolute, symbolic links resolved as far as the path exists. */
  readonly real: string
  /** Both `absolute` and `real` lie inside a working directory. */
  readonly inScope: boolean
  /** The protected path (MD14) that it falls under, e.g. `.git`; `undefined` where none. */
  readonly protectedBy: string | undefined
  /** The part by which it looks like a secret (`.env`, `.ssh`, `*.pem` …); `undefined` where none. */
  readonly secret: string | undefined
}

/** What `checkPermissions` is told: the subject with the disk looked up. */
export type SubjectFacts =
  | {
      readonly kind: 'command'
      readonly command: string
      /** Only reads, every path it names is in scope and no secret, no program from a repository's configuration. */
      readonly readOnly: { readonly value: boolean; readonly reason: string }
      readonly uncertain: readonly string[]
    }
  | { readonly kind: 'paths'; readonly access: 'read' | 'write'; readonly paths: readonly PathFact[] }
  | { readonly kind: 'url'; readonly url: string; readonly host: string | undefined }
  | { readonly kind: 'none' }
