/** Statements that no test proves yet, each with the reason. A statement that gets a test must leave this list. */
export const unproven: Readonly<Record<string, string>> = {
  'machine/smoke': '.ci/run does it, outside the tests: other Node versions are installed apart',
}
