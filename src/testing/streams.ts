import type { ToolUseBlock } from '../tool/content.js'

/** The decoded Messages API events of an assistant message with these calls; each input in pieces of `pieceLength` characters. */
export function streamOf(calls: readonly Omit<ToolUseBlock, 'type'>[], pieceLength = 7): unknown[] {
  const blocks = calls.flatMap(({ id, name, input }, index) => [
    { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } },
    ...pieces(JSON.stringify(input), pieceLength).map((partial_json) => ({
      type: 'content_block_delta',
      index,
      delta: { type: 'input_json_delta', partial_json },
    })),
    { type: 'content_block_stop', index },
  ])
  return [
    { type: 'message_start', message: { role: 'assistant', content: [] } },
    ...blocks,
    { type: 'message_stop' },
  ]
}

function pieces(text: string, length: number): string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  )
}
