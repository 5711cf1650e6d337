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
    ['curl -u me:hunter22 x', 'curl -u me:[redacted] x'],
    ['mysql --password hunter22 db', 'mysql --password [redacted] db'],
    ['login --client-secret=abc123 x', 'login --client-secret=[redacted] x'],
    ['curl -H "Authorization: token abcdefgh1234"', 'curl -H "Authorization: token [redacted]"'],
    ['DB_PASSWORD=hunter22 node a.js', 'DB_PASSWORD=[redacted] node a.js'],
    ['{\\"client_secret\\":\\"hunter22\\"}', '{\\"client_secret\\":\\"[redacted]\\"}'],
    ['hf_abcdefghijklmnopqrstuvwxyz', '[redacted]'],
    ['ya29.abcdefghijklmnopqrstuvwxyz', '[redacted]'],
    ['SG.abcdefghijklmnopqrst.abcdefghijklmnopqrst', '[redacted]'],
    ['https://hooks.slack.com/services/T0/B0/abc', '[redacted]'],
    ['git commit --author me:you -m "token ring"', 'git commit --author me:you -m "token ring"'],
    ['docker run -u 1000:1000 --token-file x', 'docker run -u 1000:1000 --token-file x'],
    ['ls -la src', 'ls -la src'],
  ])('%s', (text, expected) => {
    expect(redactText(text)).toBe(expected)
  })

  it('goes by names of fields too, and keeps structure', () => {
    const names = ['access_token', 'client_secret', 'apiToken', 'DB_PASSWORD', 'clientSecret', 'private_key']
    const secrets = Object.fromEntries(names.map((name) => [name, 'x']))
    expect(redact(secrets)).toEqual(Object.fromEntries(names.map((name) => [name, '[redacted]'])))
    expect(redact({ max_tokens: 'x', tokenizer: 'x', secretary: 'x' })).toEqual({
      max_tokens: 'x',
      tokenizer: 'x',
      secretary: 'x',
    })
    expect(redact({ a: [{ password: 'x', name: 'me' }], n: 5 })).toEqual({
      a: [{ password: '[redacted]', name: 'me' }],
      n: 5,
    })
  })

  it('reaches as deep as an input may be', () => {
    const nested = (value: unknown, depth: number): unknown =>
      depth === 0 ? value : { a: nested(value, depth - 1) }
    const secret = 'sk-ant-abcdefghijklmnopqrstuvwxyz'
    expect(JSON.stringify(redact(nested(secret, 200)))).toContain('[redacted]')
    for (const depth of [30, 200, 400])
      expect(JSON.stringify(redact(nested(secret, depth)))).not.toContain(secret)
  })

  // squares of these lengths would not end within the time that a test has
  it.each([
    '-',
    'a-',
    'a.b.',
    'eyJabcdefghijk-',
    'SG.abcdefghijklmnopq-',
    'token ',
    '\\',
    '://a:',
    ' -u a',
    'Bearer ',
  ])('ends for a long text of %j', (part) => {
    const text = part.repeat(Math.ceil(600_000 / part.length))
    expect(redactText(text).length).toBeGreaterThan(0)
  })
})
