import * as z from 'zod'

/** Milliseconds: the most that an explicit `timeout` counts for. */
export const longestTimeoutMs = 600_000

export const bashInput = z.strictObject({
  command: z.string().min(1).describe('The command for bash.'),
  timeout: z
    .number()
    .positive()
    .optional()
    .describe(
      `Milliseconds after which the command is ended; at most ${longestTimeoutMs}. Without it, a command that takes long goes on in the background.`,
    ),
  description: z.string().optional().describe('What the command does, in a few words.'),
  run_in_background: z
    .boolean()
    .optional()
    .describe('Answer at once with a task id; read the output with TaskOutput.'),
})

export type BashInput = z.infer<typeof bashInput>
