/**
 * Every error that Callgate itself throws or ends a program with. `{name}` is filled in from the details. A test holds that
 * docs/reference/errors.md has a paragraph for each code, and no other.
 */
const texts = {
  CLOSED: 'This gate is closed: close() was called. Make a new one with createCallgate().',
  TOOL_INVALID: 'The tool {tool} cannot be registered: {problem}',
  TOOL_DUPLICATE:
    'Two tools answer to the name {name}. Names and aliases must be unique: rename one of them.',
  SETTINGS_UNREADABLE: '{file}:{line}: {problem}. Until it is mended, every call asks.',
  SETTINGS_NOT_SAVED: 'The rule was not saved to {file}: {problem}',
  INPUT_UNRECOGNISED: 'Cannot tell what {name} holds: {problem} {takes}',
  STREAM_BROKEN_OFF: 'The stream of the message broke off: {problem}.',
  USAGE: '{problem}',
  SESSION_INVALID:
    'The session id {session} cannot name a folder: give 1 to 100 letters, digits, "_", "-" and ".", not beginning with ".".',
  SESSION_IN_USE:
    'The session {session} is open in {holder}. Wait until that ends, or begin another session.',
  SESSION_UNREADABLE:
    'The records of the session in {folder} cannot be read ({problem}), so it is not known which calls were made. Mend that, or begin another session.',
  PERSON_DENIED:
    'The person did not allow this call, so it was not run. Do not try the same by another way: change your plan, or ask them what they want.',
  PORT_MISBEHAVED: 'The {port} broke its contract: {problem}',
} as const

export type ErrorCode = keyof typeof texts

export const errorCodes = Object.keys(texts) as readonly ErrorCode[]

export function errorText(code: ErrorCode, details: Readonly<Record<string, string>>): string {
  return texts[code].replace(/\{(\w+)\}/g, (whole, name: string) => details[name] ?? whole)
}
