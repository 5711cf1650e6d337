/** What a classifier is told: facts, never a call. */
export interface ClassifierQuestion {
  readonly toolName: string
  readonly command: string
  readonly cwd: string
}

/** `allow` skips the prompt, `deny` refuses, `ask` insists on a person, `none` has no opinion. Only high confidence counts. */
export interface Verdict {
  readonly behavior: 'allow' | 'deny' | 'ask' | 'none'
  readonly confidence: 'high' | 'low'
  readonly reason: string
  /** Evidence from the text alone: the command only reads. */
  readonly readOnly?: boolean
}

/** Judges commands ahead of time. May reject or hang: then there is no verdict, and a person is asked. */
export interface Classifier {
  classify(question: ClassifierQuestion, signal: AbortSignal): Promise<Verdict>
}
