import { analyseCommand } from '../../shell/analyse-command.js'

/** Programs whose code 1 answers a question: nothing found, files differ, condition false. */
const answering: Readonly<Record<string, string>> = {
  grep: 'nothing found',
  egrep: 'nothing found',
  fgrep: 'nothing found',
  rg: 'nothing found',
  find: 'some folders could not be read',
  diff: 'the files differ',
  test: 'the condition is false',
  '[': 'the condition is false',
  'git diff': 'there are differences',
  'git grep': 'nothing found',
}

/** Why this code of this command is no failure; `undefined` where it is one. */
export function interpretCode(command: string, code: number): string | undefined {
  if (code !== 1) return undefined
  const { commands } = analyseCommand(command)
  // the code is that of the last command that is not part of another
  const last = commands.findLast(
    ({ start, end }) => !commands.some((other) => other.start < start && other.end >= end),
  )
  const [name, sub] = last?.words.map(({ value }) => value) ?? []
  return answering[name === 'git' ? `git ${sub}` : (name ?? '')]
}
