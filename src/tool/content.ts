/** The blocks on the wire, as the Messages API spells them. */
export interface TextBlock {
  readonly type: 'text'
  readonly text: string
}

export interface ImageBlock {
  readonly type: 'image'
  readonly source:
    | { readonly type: 'base64'; readonly media_type: string; readonly data: string }
    | { readonly type: 'url'; readonly url: string }
}

/** A block of a kind that Callgate passes on as it is (document, search_result, …). */
export interface OtherBlock {
  readonly type: string
  readonly [field: string]: unknown
}

export type ContentBlock = TextBlock | ImageBlock | OtherBlock

export interface ToolUseBlock {
  readonly type: 'tool_use'
  readonly id: string
  readonly name: string
  readonly input: unknown
}

export interface ToolResultBlock {
  readonly type: 'tool_result'
  readonly tool_use_id: string
  readonly content: string | readonly ContentBlock[]
  readonly is_error?: true
}

export interface UserMessage {
  readonly role: 'user'
  readonly content: readonly (ToolResultBlock | TextBlock)[]
}

/** Blocks of any kind: those of an SDK's own types too. */
export interface AssistantMessage {
  readonly role: 'assistant'
  readonly content: string | readonly { readonly type: string }[]
}

/** What `mapResult` answers: the block without its id. */
export interface ToolResultContent {
  readonly content: string | readonly ContentBlock[]
  readonly isError?: boolean
  /** Where the tool itself keeps the whole output, if it was cut: stage 6 then saves nothing again. */
  readonly saved?: SavedResult
}

/** A whole result on disk, of which the model sees a preview. */
export interface SavedResult {
  readonly path: string
  readonly bytes: number
}
