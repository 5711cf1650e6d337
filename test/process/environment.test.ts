import { describe, expect, it } from 'vitest'
import { childEnvironment } from '../../src/process/environment.js'
import { ownPath } from '../../src/process/find-program.js'
import { terminalText } from '../../src/process/terminal-text.js'

describe('childEnvironment', () => {
  it.each([
    ['OPENAI_API_KEY', false],
    ['ANTHROPIC_AUTH_TOKEN', false],
    ['GITHUB_TOKEN', false],
    ['DB_PASSWORD', false],
    ['AWS_SECRET_ACCESS_KEY', false],
    ['BASH_ENV', false],
    ['BASH_FUNC_ls%%', false],
    ['CDPATH', false],
    ['HOME', true],
    ['TOKENIZERS_PARALLELISM', true],
    ['KEYBOARD', true],
  ])('passes %s on: %s [stages/no-api-keys]', (name, passed) => {
    expect(name in childEnvironment({ base: { [name]: 'x' } })).toBe(passed)
  })

  it('passes credentials on where a setting says so, and what somebody wrote down always', () => {
    const base = { OPENAI_API_KEY: 'a' }
    expect(childEnvironment({ base, passApiKeys: true })).toMatchObject(base)
    expect(childEnvironment({ base, extra: { OPENAI_API_KEY: 'b' } })).toMatchObject({ OPENAI_API_KEY: 'b' })
  })
})

describe('ownPath', () => {
  it.each([
    ['/p/node_modules/.bin:/usr/bin:/bin', '/usr/bin:/bin:/p/node_modules/.bin', 'a project comes last'],
    ['.:/usr/bin::bin', '/usr/bin', 'relative folders and the current one are left out'],
    ['/usr/local/bin:/usr/bin', '/usr/local/bin:/usr/bin', 'the rest stays'],
  ])('%s becomes %s: %s', (path, expected) => {
    expect(ownPath(path)).toBe(expected)
  })
})

describe('terminalText', () => {
  it.each([
    ['\u001b[1;31mred\u001b[0m', 'red', 'colours'],
    ['\u001b]8;;http://x\u0007link\u001b]8;;\u0007', 'link', 'links'],
    ['\u001b]0;title', '', 'a title without an end'],
    ['a\r\nb\r\n', 'a\nb\n', 'line ends of another system'],
    ['1%\r2%\r3%', '3%', 'a progress bar'],
    ['done\r', 'done', 'a final return'],
    ['a\u0007b\u0001', 'ab', 'bells and other controls'],
    ['tab\there', 'tab\there', 'tabs stay'],
    ['\u009b31mx', 'x', 'the one-byte form'],
  ])('%j reads %j: %s', (raw, expected) => {
    expect(terminalText(raw)).toBe(expected)
  })
})
