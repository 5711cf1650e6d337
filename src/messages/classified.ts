/** Who wrote the message, and so how it is to be answered. */
export type Dialect = 'anthropic' | 'openai-chat' | 'openai-responses'

/** What an object of the input is. */
export type ClassifiedValue =
  | {
      readonly kind: 'assistant'
      readonly dialect: Dialect
      readonly blocks: readonly unknown[]
      /** OpenAI's items, which say what kind of output each call wants. */
      readonly items?: readonly unknown[]
    }
  /** A piece of a message whose other pieces may follow: pieces with the same key belong together. */
  | {
      readonly kind: 'part'
      readonly dialect: Dialect
      readonly key: string
      readonly blocks: readonly unknown[]
      readonly items?: readonly unknown[]
    }
  /** Of the user or the system: nothing to run, and what came before is over. */
  | { readonly kind: 'other' }
  /** Says nothing about messages, and may stand between the pieces of one. */
  | { readonly kind: 'aside'; readonly skipped?: Skipped }
  | { readonly kind: 'event'; readonly dialect: Dialect }
  /** An error that the API told instead of a message, or in the midst of one. */
  | { readonly kind: 'error'; readonly error: unknown }
  /** The server-sent events are over. */
  | { readonly kind: 'done' }
  /** A message that cannot be answered, or something that is no message: `problem` says why, or what. */
  | { readonly kind: 'faulty'; readonly problem: string }
  /** It names a type that nobody here knows: an API may add some at any time. */
  | { readonly kind: 'unknown'; readonly type: string }
  | { readonly kind: 'nothing' }

/** What is left out on purpose, and told at the end. */
export type Skipped = 'sidechain' | `item ${string}`
