import { parseScript } from '../../shell/syntax.js'

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
  return code === 1 ? answering[lastOfPipeline(command)] : undefined
}

/**
 * The program whose code the shell gives: of a single pipeline alone. Where several are joined, any of them may have been the
 * one that failed.
 */
function lastOfPipeline(command: string): string {
  const { commands, errors } = parseScript(command)
  const [statement, ...others] = commands
  if (statement === undefined || others.length > 0 || errors?.length || statement.background) return ''
  const node = statement.command
  const last = node.type === 'Pipeline' && node.prefixes.length === 0 ? node.commands.at(-1) : node
  if (last?.type !== 'Command') return ''
  const [first] = last.args
  const sub = first !== undefined && 'value' in first ? ` ${String(first.value)}` : ''
  return `${last.name?.value ?? ''}${last.name?.value === 'git' ? sub : ''}`
}
