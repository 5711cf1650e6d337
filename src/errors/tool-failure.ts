/**
 * Thrown by a tool whose work failed in an expected way: the command ended with code 3, the file is not there. `message` is
 * what the model reads, as it stands; `output` is the structured output for hooks, where there is one.
 */
export class ToolFailure extends Error {
  override readonly name: string = 'ToolFailure'
  readonly output: unknown
  /** True where a person or the embedder ended the work: then it is a cancelled call, not a failed one. */
  readonly interrupted: boolean
  /** Where the whole output stands, if the message shows a part. */
  readonly saved: { readonly path: string; readonly bytes: number } | undefined

  constructor(
    message: string,
    details: {
      output?: unknown
      interrupted?: boolean
      saved?: { path: string; bytes: number }
      cause?: unknown
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.output = details.output
    this.interrupted = details.interrupted ?? false
    this.saved = details.saved
  }
}
