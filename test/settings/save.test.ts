import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CallgateError } from '../../src/errors/callgate-error.js'
import { saveRule, settingsFileFor, withRule } from '../../src/settings/save.js'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'callgate-save-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('withRule', () => {
  it.each<[string, string, string]>([
    ['an empty file', '', '{\n  "permissions": {\n    "allow": [\n      "Bash(x)"\n    ]\n  }\n}\n'],
    [
      'a list, one entry a line, with comments',
      '{\n  // mine\n  "permissions": {\n    "allow": [\n      "Bash(a)" // keep\n    ],\n    "deny": []\n  }\n}\n',
      '{\n  // mine\n  "permissions": {\n    "allow": [\n      "Bash(a)",\n      "Bash(x)" // keep\n    ],\n    "deny": []\n  }\n}\n',
    ],
    [
      'a list on one line',
      '{"permissions": {"allow": ["Bash(a)"]}}',
      '{"permissions": {"allow": ["Bash(a)", "Bash(x)"]}}',
    ],
    [
      'a trailing comma',
      '{"permissions": {"allow": ["Bash(a)",]}}',
      '{"permissions": {"allow": ["Bash(a)", "Bash(x)",]}}',
    ],
    [
      'tabs and CRLF',
      '{\r\n\t"permissions": {\r\n\t\t"allow": [\r\n\t\t\t"Bash(a)"\r\n\t\t]\r\n\t}\r\n}\r\n',
      '{\r\n\t"permissions": {\r\n\t\t"allow": [\r\n\t\t\t"Bash(a)",\r\n\t\t\t"Bash(x)"\r\n\t\t]\r\n\t}\r\n}\r\n',
    ],
    [
      'a BOM',
      '\ufeff{"permissions": {"allow": ["Bash(a)"]}}',
      '\ufeff{"permissions": {"allow": ["Bash(a)", "Bash(x)"]}}',
    ],
    [
      'a rule that stands there already',
      '{"permissions": {"allow": ["Bash(x)"]}}',
      '{"permissions": {"allow": ["Bash(x)"]}}',
    ],
  ])('%s', (_case, before, after) => {
    expect(withRule(before, 'allow', 'Bash(x)')).toBe(after)
  })

  it('keeps every other value of a random file, and adds the rule once', () => {
    const settings = fc.record(
      {
        permissions: fc.record(
          { allow: fc.array(fc.string()), deny: fc.array(fc.string()), defaultMode: fc.string() },
          { requiredKeys: [] },
        ),
        env: fc.dictionary(fc.string(), fc.string()),
        other: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(
        settings,
        fc.string({ minLength: 1 }),
        fc.constantFrom(0, 2, 4, '\t'),
        (value, rule, indent) => {
          // the parser that this test compares with drops such a key
          fc.pre(!JSON.stringify(value).includes('__proto__'))
          const after = parse(
            withRule(`// head\n${JSON.stringify(value, null, indent)}\n// tail`, 'allow', rule),
          )
          const before = JSON.parse(JSON.stringify(value))
          const allow: string[] = before.permissions?.allow ?? []
          expect(after).toEqual({
            ...before,
            permissions: { ...before.permissions, allow: allow.includes(rule) ? allow : [...allow, rule] },
          })
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('saveRule', () => {
  const at = (name: string) => join(folder, name)

  it('knows the file of each destination', () => {
    const where = { cwd: '/w', home: '/h' }
    expect(settingsFileFor('userSettings', where)).toBe('/h/.claude/settings.json')
    expect(settingsFileFor('projectSettings', where)).toBe('/w/.claude/settings.json')
    expect(settingsFileFor('localSettings', where)).toBe('/w/.claude/settings.local.json')
  })

  it('makes file and folder where there are none', async () => {
    await saveRule({ file: at('a/b/settings.json'), behavior: 'allow', rule: 'Bash(x)' })
    expect(JSON.parse(readFileSync(at('a/b/settings.json'), 'utf8'))).toEqual({
      permissions: { allow: ['Bash(x)'] },
    })
    expect(readdirSync(at('a/b'))).toEqual(['settings.json'])
  })

  it('loses nothing when several save at once, and leaves nothing behind', async () => {
    const file = at('settings.json')
    const rules = Array.from({ length: 12 }, (_, i) => `Bash(cmd${i} *)`)
    await Promise.all(rules.map((rule) => saveRule({ file, behavior: 'allow', rule })))
    expect(JSON.parse(readFileSync(file, 'utf8')).permissions.allow.sort()).toEqual([...rules].sort())
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })

  it('keeps the mode, and writes through a link', async () => {
    writeFileSync(at('real.json'), '{}', { mode: 0o640 })
    symlinkSync(at('real.json'), at('link.json'))
    await saveRule({ file: at('link.json'), behavior: 'deny', rule: 'Bash(x)' })
    expect(lstatSync(at('link.json')).isSymbolicLink()).toBe(true)
    expect(statSync(at('real.json')).mode & 0o777).toBe(0o640)
    expect(readFileSync(at('real.json'), 'utf8')).toContain('"deny"')
  })

  it.each(['{"permissions": ', '[]', '{"permissions": 5}', '{"permissions": {"allow": "x"}}'])(
    'refuses to touch %s',
    async (text) => {
      writeFileSync(at('settings.json'), text)
      const error = await saveRule({ file: at('settings.json'), behavior: 'allow', rule: 'Bash(x)' }).catch(
        (thrown: unknown) => thrown,
      )
      expect(error).toBeInstanceOf(CallgateError)
      expect(error).toMatchObject({ code: 'SETTINGS_NOT_SAVED' })
      expect(readFileSync(at('settings.json'), 'utf8')).toBe(text)
      expect(readdirSync(folder)).toEqual(['settings.json'])
    },
  )
})
