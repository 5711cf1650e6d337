import type { Answer, Prompter, Question } from './prompter.js'

/** The prompter where no terminal is: refuses, and says how a person can allow it. */
export const withoutTerminal: Prompter = {
  ask: async (question) => howToAllow(question),
}

export function howToAllow({ suggestions }: Question): Answer {
  const rule = suggestions.at(0)
  if (rule === undefined) {
    return { kind: 'unattended', how: 'No rule can allow it: a person has to confirm it in a terminal.' }
  }
  const quoted = `'${rule.replaceAll("'", `'\\''`)}'`
  return {
    kind: 'unattended',
    how: `To allow it, a person can start again with --allowed-tools ${quoted}, add the rule to permissions.allow in .claude/settings.json, or answer in a terminal.`,
  }
}
