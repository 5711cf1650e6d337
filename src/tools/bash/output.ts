/** What Bash gives to hooks and to `mapResult`. */
export interface BashOutput {
  /** Standard output and error in the order in which they came, as a terminal would show them; beginning and end where it is long. */
  readonly stdout: string
  /** What Callgate has to add. */
  readonly stderr: string
  readonly interrupted: boolean
  readonly exitCode?: number
  readonly signal?: string
  readonly durationMs?: number
  /** Why a code other than 0 is no failure. */
  readonly returnCodeInterpretation?: string
  readonly backgroundTaskId?: string
  /** The file that a background task writes into. */
  readonly outputFile?: string
  readonly persistedOutputPath?: string
  readonly persistedOutputSize?: number
}

/** For the model: never empty, so that silence is not taken for a loss. */
export function textOf({ stdout, stderr, exitCode, backgroundTaskId }: BashOutput): string {
  const printed = stdout.replace(/\s+$/, '')
  const silent = printed === '' && backgroundTaskId === undefined
  const head = silent ? `(no output${exitCode === 0 ? '; exit code 0' : ''})` : printed
  return [head, stderr].filter((text) => text !== '').join('\n')
}
