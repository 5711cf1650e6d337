import type { Validation } from '../tool/tool.js'

/** Codes of refusals by Write and Edit, the same in both. docs/reference/tools.md lists them; a test holds them together. */
export const fileErrors = {
  missing: 1,
  notRead: 2,
  changed: 3,
  notFound: 4,
  notUnique: 5,
  sameText: 6,
  unusable: 7,
  notebook: 8,
  encoding: 9,
} as const

export function refuse(code: keyof typeof fileErrors, message: string): Validation {
  return { result: false, message, errorCode: fileErrors[code] }
}
