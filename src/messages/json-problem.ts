import { type ParseError, parse as parseTolerantly, printParseErrorCode } from 'jsonc-parser'

/** What is wrong with a text that `JSON.parse` refused: the line in it, from 1, and the end of a sentence. */
export function jsonProblem(
  text: string,
  { message }: Error,
): { readonly line: number; readonly problem: string } {
  const mistake = firstMistake(text)
  const end = text.trimEnd().length
  const inString = mistake && printParseErrorCode(mistake.error) === 'UnexpectedEndOfString'
  const cut = mistake !== undefined && mistake.offset + (inString ? mistake.length : 0) >= end
  const problem = `is not valid JSON${cut ? ': it is cut off' : ''} (${message}).`
  return { line: lineAt(text, mistake?.offset ?? 0), problem }
}

/** JSON.parse tells the place in some versions of Node only. */
function firstMistake(text: string): ParseError | undefined {
  const errors: ParseError[] = []
  try {
    parseTolerantly(text, errors, { disallowComments: true })
  } catch {
    // this parser overflows where lists are nested too deep
  }
  return errors.at(0)
}

/** Where in a text a character stands: lines from 1. */
function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}
