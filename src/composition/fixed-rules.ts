import type { RuleEntry } from '../permissions/rule.js'
import type { CallgateOptions } from '../pipeline/api.js'

/** Rules that come from no settings file: the command line's, and those of a slash command. */
export function fixedRules({
  allowedTools,
  disallowedTools,
  commandAllowedTools,
}: CallgateOptions): RuleEntry[] {
  return [
    ...(allowedTools ?? []).map((text): RuleEntry => ({ text, behavior: 'allow', source: 'cliArg' })),
    ...(disallowedTools ?? []).map((text): RuleEntry => ({ text, behavior: 'deny', source: 'cliArg' })),
    ...(commandAllowedTools ?? []).map((text): RuleEntry => ({ text, behavior: 'allow', source: 'command' })),
  ]
}
