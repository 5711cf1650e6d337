import { describe, expect, it } from 'vitest'
import { redact, redactText } from '../../src/journal/redact.js'

describe('redaction [stages/redaction]', () => {
  it.each([
    ['export OPENAI_API_KEY=sk-abcdefghijklmnopqrstuvwx', 'export OPENAI_API_KEY=[redacted]'],
    ['curl -H "Authorization: Bearer abcdefgh12345678"', 'curl -H "Authorization: Bearer [redacted]"'],
    ['git clone https://me:hunter22@example.com/x', 'git clone https://me:[redacted]@example.com/x'],
    ['ghp_abcdefghijklmnopqrstuvwxyz0123456789', '[redacted]'],
    ['AKIAIOSFODNN7EXAMPLE and more', '[redacted] and more'],
    ['password: "correct horse"', 'password: "[redacted] horse"'],
    ['-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----', '[redacted]'],
    ['eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.abc-def', '[redacted]'],
    ['the token count is 5, see tokens.ts', 'the token count is 5, see tokens.ts'],
    ['ls -la src', 'ls -la src'],
  ])('%s', (text, expected) => {
    expect(redactText(text)).toBe(expected)
  })

  it('goes by names of fields too, and keeps structure', () => {
    expect(redact({ a: [{ password: 'x', name: 'me' }], n: 5 })).toEqual({
      a: [{ password: '[redacted]', name: 'me' }],
      n: 5,
    })
  })
})
