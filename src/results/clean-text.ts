/**
 * Text that a request can carry and a model can read: half surrogates become U+FFFD (a request body with one is refused),
 * NUL becomes its picture. Escape sequences are the business of tools that print.
 */
export function cleanText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '␀') : whole
}
