/** How the program ends. docs/reference/cli.md and `--help` show this table; a test holds them together. */
export const exitCodes = {
  ok: { code: 0, meaning: 'fine: every message was answered; check: allow' },
  fault: { code: 1, meaning: 'a fault of Callgate itself' },
  usage: { code: 2, meaning: 'wrong arguments' },
  input: { code: 3, meaning: 'the input could not be read, or holds no messages' },
  settings: { code: 4, meaning: 'a file named with --settings or --command could not be read' },
  stopped: {
    code: 5,
    meaning:
      'run: a person (Ctrl-C, Escape or "Deny and stop" at a prompt) or a hook stopped it; what came after is not answered',
  },
  session: { code: 6, meaning: 'the session is open in another process, is not there, or cannot be read' },
  output: { code: 7, meaning: 'standard output could not be written: the disk is full, say' },
  ask: { code: 10, meaning: 'check: a person would be asked' },
  deny: { code: 11, meaning: 'check: deny' },
  error: { code: 12, meaning: 'check: unknown tool, or an input that does not fit' },
  interrupted: { code: 130, meaning: 'ended by SIGINT; what ran was ended, and its results printed' },
  terminated: { code: 143, meaning: 'ended by SIGTERM, in the same way' },
} as const satisfies Readonly<Record<string, { readonly code: number; readonly meaning: string }>>

export function exitCodesText(): string {
  const rows = Object.values(exitCodes).map(
    ({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`,
  )
  return `\nExit codes:\n${rows.join('\n')}`
}
