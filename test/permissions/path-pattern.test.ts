import fc from 'fast-check'
import ignore from 'ignore'
import { describe, expect, it } from 'vitest'
import { matchesPath, mayMatchBelow } from '../../src/permissions/matchers/path.js'
import { compilePathPattern } from '../../src/permissions/matchers/path-pattern.js'
import type { Behavior, RuleSource } from '../../src/permissions/rule.js'

const anchors = { cwd: '/home/dev/project', home: '/home/dev', projectRoot: '/home/dev/project' }

function compile(content: string, behavior: Behavior, source: RuleSource = 'userSettings', file?: string) {
  const entry = { text: '', behavior, source, ...(file && { file }) }
  const pattern = compilePathPattern(content, entry, anchors)
  if ('problem' in pattern) throw new Error(pattern.problem)
  return pattern
}

const matches = (content: string, behavior: Behavior, path: string, source?: RuleSource, file?: string) =>
  matchesPath(compile(content, behavior, source, file), path, behavior !== 'allow')

describe('path rules', () => {
  it.each<[string, Behavior, string, boolean, RuleSource?, string?]>([
    // RF1–RF6: anchors
    ['//etc/**', 'deny', '/etc/passwd', true],
    ['/etc/**', 'deny', '/etc/passwd', false, 'projectSettings'],
    ['/etc/**', 'deny', '/home/dev/project/etc/x', true, 'projectSettings'],
    ['/secrets/**', 'deny', '/home/dev/project/secrets/a', false, 'userSettings'],
    ['/secrets/**', 'deny', '/home/dev/.claude/secrets/a', true, 'userSettings'],
    ['/x', 'deny', '/opt/conf/x', true, 'flagSettings', '/opt/conf/flags.json'],
    ['/x', 'deny', '/home/dev/project/x', true, 'cliArg'],
    ['~/.zshrc', 'deny', '/home/dev/.zshrc', true],
    ['./a.ts', 'deny', '/home/dev/project/a.ts', true],
    ['./a.ts', 'deny', '/home/dev/project/src/a.ts', false],
    // RF7, RF8: a bare name at any depth below its anchor
    ['.env', 'deny', '/home/dev/project/a/b/.env', true],
    ['.env', 'deny', '/home/dev/.env', false],
    ['.env', 'allow', '/home/dev/project/a/b/.env', true],
    ['//**/.env', 'deny', '/srv/x/.env', true],
    // RF9–RF13: one folder, two folders
    ['src/**', 'allow', '/home/dev/project/src/app.ts', true],
    ['src/**', 'allow', '/home/dev/project/vendor/pkg/src/lib.js', false],
    ['src/**', 'deny', '/home/dev/project/vendor/pkg/src/lib.js', true],
    ['/src/**', 'deny', '/home/dev/project/vendor/pkg/src/lib.js', false, 'projectSettings'],
    ['**/src/**', 'allow', '/home/dev/project/vendor/pkg/src/lib.js', true],
    ['src/components/**', 'deny', '/home/dev/project/vendor/src/components/a', false],
    // RF15: * stays in one folder
    ['src/*.ts', 'allow', '/home/dev/project/src/a.ts', true],
    ['src/*.ts', 'allow', '/home/dev/project/src/deep/a.ts', false],
    ['src/**/*.ts', 'allow', '/home/dev/project/src/a.ts', true],
    ['src/**/*.ts', 'allow', '/home/dev/project/src/x/y/a.ts', true],
    // a folder covers what is below; ** leaves the anchor's own folder out for an allow
    ['docs', 'deny', '/home/dev/project/docs/a/b.md', true],
    ['src/**', 'allow', '/home/dev/project/src', false],
    ['src/**', 'deny', '/home/dev/project/src', true],
    ['**', 'allow', '/home/dev/project/a', true],
    ['**', 'allow', '/home/dev/other/foo.ts', false],
    // characters
    ['[ab].ts', 'allow', '/home/dev/project/a.ts', true],
    ['[!ab].ts', 'allow', '/home/dev/project/a.ts', false],
    ['\\[2024-06\\] Reports/**', 'allow', '/home/dev/project/[2024-06] Reports/x', true],
    ['a?c', 'deny', '/home/dev/project/abc', true],
    ['//', 'deny', '/anything', true],
  ])('%s as %s against %s is %s', (content, behavior, path, expected, source, file) => {
    expect(matches(content, behavior, path, source, file)).toBe(expected)
  })

  it.each(['../x', 'a/../b', '!a', '[a', 'a\0b'])('refuses %j', (content) => {
    expect(() => compile(content, 'deny')).toThrow(/./)
  })

  it('agrees with gitignore on anchored patterns', () => {
    const name = fc.constantFrom('a', 'b', 'ab', 'a.b')
    const part = fc.constantFrom('a', 'b', '*', 'a*', '*b', '?', '**', '[ab]', '*.b')
    const pattern = fc.array(part, { minLength: 2, maxLength: 4 }).map((parts) => parts.join('/'))
    fc.assert(
      fc.property(pattern, fc.array(name, { minLength: 1, maxLength: 5 }), (text, names) => {
        // git reads `a**` apart, and a final ** as "at least one"
        fc.pre(!/\*\*$/.test(text))
        const oracle = ignore().add(`/${text}`).ignores(names.join('/'))
        expect(matchesPath(compile(`//${text}`, 'deny'), `/${names.join('/')}`, true)).toBe(oracle)
      }),
      { numRuns: 4000 },
    )
  })

  it('never says that nothing below a folder can match where something does', () => {
    const name = fc.constantFrom('a', 'b', 'c')
    const part = fc.constantFrom('a', 'b', '*', '**')
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 4 }),
        fc.array(name, { minLength: 1, maxLength: 5 }),
        fc.nat(4),
        (parts, names, cut) => {
          const pattern = compile(`//${parts.join('/')}`, 'deny')
          fc.pre(matchesPath(pattern, `/${names.join('/')}`, true))
          expect(mayMatchBelow(pattern, `/${names.slice(0, cut).join('/')}`)).toBe(true)
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('ends soon on a hostile pattern', () => {
    const hostile = compile(`//${'**/'.repeat(200)}${'*a'.repeat(200)}`, 'deny')
    expect(matchesPath(hostile, `/${'aaaaaaaaab/'.repeat(50)}${'a'.repeat(200)}b`, true)).toBe(false)
  })
})
