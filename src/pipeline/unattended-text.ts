import type { Question } from '../prompt/prompter.js'
import type { ValidatedCall } from './call.js'

/** A refusal because nobody can answer: says why it would have been asked, and how a person can allow it. */
export function unattendedText(
  { tool }: ValidatedCall,
  { reason, suggestions }: Question,
  how: string | undefined,
): string {
  const rule = suggestions.at(0) ?? tool.name
  const way =
    how ??
    `To allow it, a person can start again with --allowed-tools '${rule}', or add "${rule}" to permissions.allow in a settings file.`
  return `Refused: ${reason} Nobody is there to confirm it. ${way} Do not try the same by another way.`
}
