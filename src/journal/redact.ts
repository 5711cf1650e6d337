/** Keys and tokens that are known by their shape. What fails after a long match has a bound, or hostile text would cost squares. */
const shapes: readonly RegExp[] = [
  /\bsk-[A-Za-z0-9_-]{16,}/g,
  /\b(?:gh[pousr]|github_pat)_[A-Za-z0-9_]{20,}/g,
  /\bglpat-[A-Za-z0-9_-]{16,}/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{30,}/g,
  /\bya29\.[A-Za-z0-9_-]{20,}/g,
  /\bhf_[A-Za-z0-9]{20,}/g,
  /\bSG\.[A-Za-z0-9_-]{16,100}\.[A-Za-z0-9_-]{16,}/g,
  /\bhttps:\/\/hooks\.slack\.com\/services\/[\w/-]+/g,
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}/g,
  /\beyJ[A-Za-z0-9_-]{10,500}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
]

const mark = '[redacted]'

const secretName =
  '(?:api[_-]?key|access[_-]?key|secret|token|passwd|passw(?:or)?d|pwd|private[_-]?key|client[_-]?secret)'

/** `Authorization: Bearer x`, `TOKEN=x`, `"password": "x"`, `https://user:x@host`: the name stays, the value goes. */
const named: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, `$1 ${mark}`],
  [/\b(Authorization:\s*(?:token\s+)?)(?!Bearer|Basic|token\b)[^\s"'\\]{6,}/gi, `$1${mark}`],
  [/(\s(?:-u|--user|--proxy-user)[ =]?["']?(?!\d+:\d)[\w.@-]+:)[^\s"']+/g, `$1${mark}`],
  [
    new RegExp(`(?<![\\w-])(--(?:[\\w-]*-)?${secretName}(?:=|\\s+)["']?)(?!\\[redacted\\]|-)[^\\s"']+`, 'gi'),
    `$1${mark}`,
  ],
  [/\b([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@]+):[^\s@/]+@/gi, `$1:${mark}@`],
  // in JSON inside a string the quotes have backslashes before them
  [
    new RegExp(
      `(${secretName}\\\\*["']?\\s*[=:]\\s*\\\\*["']?)(?!\\[redacted\\])[^\\s"',;&|)}\\\\]{6,}`,
      'gi',
    ),
    `$1${mark}`,
  ],
]

export function redactText(text: string): string {
  let clean = text
  for (const shape of shapes) clean = clean.replace(shape, mark)
  for (const [pattern, replacement] of named) clean = clean.replace(pattern, replacement)
  return clean
}

/** Fields whose name says that they hold a secret. */
const secretField =
  /(^|[_-]|[a-z](?=[A-Z]))(api[_-]?key|access[_-]?key|secret|token|authorization|passwd|password|passphrase|private[_-]?key)$/i

/** Deeper than any input that is let in; what lies below is taken out whole. */
const deepest = 300

/** A JSON-like value with every secret in it taken out; names and structure stay. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) return mark
  if (Array.isArray(value)) return value.map((each) => redact(each, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretField.test(name) && typeof inner === 'string' ? mark : redact(inner, depth + 1),
    ]),
  )
}
