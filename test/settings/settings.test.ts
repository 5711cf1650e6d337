import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSettings } from '../../src/settings/create-settings.js'
import { callgateDefaults } from '../../src/settings/snapshot.js'
import type { SettingsOptions } from '../../src/settings/sources.js'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'callgate-settings-')))
  mkdirSync(join(folder, 'project'), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const places = {
  user: 'home/.claude/settings.json',
  project: 'project/.claude/settings.json',
  local: 'project/.claude/settings.local.json',
  policy: 'policy/managed-settings.json',
}
const write = (path: string, content: string | object | Buffer) => {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
  )
  return file
}
const open = (options: Partial<SettingsOptions> = {}) =>
  createSettings({
    cwd: join(folder, 'project'),
    home: join(folder, 'home'),
    policyFolder: join(folder, 'policy'),
    flag: undefined,
    sources: ['user', 'project', 'local'],
    trust: true,
    ...options,
  })
const read = (options?: Partial<SettingsOptions>) => open(options).current()
const allow = (...rules: string[]) => ({ permissions: { allow: rules } })

describe('sources', () => {
  it('puts the rules of all files together, each with file and line', async () => {
    const user = write(
      places.user,
      '{\n  "permissions": {\n    "allow": [\n      "Bash(a)",\n      "Bash(b)"\n    ]\n  }\n}',
    )
    write(places.project, allow('Bash(p)'))
    write(places.local, allow('Bash(l)'))
    write(places.policy, { permissions: { deny: ['Bash(m)'] } })
    write('policy/managed-settings.d/10-x.json', { permissions: { deny: ['Bash(d)'] } })
    const flag = write('flag.json', allow('Bash(f)'))
    const { rules, diagnostics } = await read({ flag })
    expect(diagnostics).toEqual([])
    expect(rules.map(({ text, behavior, source }) => `${source} ${behavior} ${text}`)).toEqual([
      'userSettings allow Bash(a)',
      'userSettings allow Bash(b)',
      'projectSettings allow Bash(p)',
      'localSettings allow Bash(l)',
      'flagSettings allow Bash(f)',
      'policySettings deny Bash(m)',
      'policySettings deny Bash(d)',
    ])
    expect(rules[1]).toMatchObject({ file: user, line: 5 })
  })

  it('reads only the files that are wanted, and the policy always', async () => {
    write(places.user, allow('Bash(u)'))
    write(places.policy, allow('Bash(m)'))
    expect((await read({ sources: [] })).rules.map(({ text }) => text)).toEqual(['Bash(m)'])
  })

  it('takes an object of the embedding program', async () => {
    const { rules } = await read({ flag: allow('Bash(o)') })
    expect(rules).toEqual([{ text: 'Bash(o)', behavior: 'allow', source: 'flagSettings' }])
  })

  it('of other values the strongest source counts [permission/values-override]', async () => {
    const all = (mode: string, delay: number) => ({
      permissions: { defaultMode: mode },
      callgate: { promptDelayMs: delay },
      env: { A: mode, [mode]: '1' },
    })
    write(places.user, all('plan', 1))
    write(places.project, all('acceptEdits', 2))
    expect(await read()).toMatchObject({ defaultMode: 'acceptEdits', callgate: { promptDelayMs: 2 } })
    write(places.local, all('dontAsk', 3))
    expect(await read()).toMatchObject({ defaultMode: 'dontAsk', callgate: { promptDelayMs: 3 } })
    expect(await read({ flag: all('default', 4) })).toMatchObject({
      defaultMode: 'default',
      callgate: { promptDelayMs: 4 },
    })
    write(places.policy, all('auto', 5))
    const merged = await read({ flag: all('default', 4) })
    expect(merged).toMatchObject({ defaultMode: 'auto', callgate: { promptDelayMs: 5 } })
    expect(merged.env).toEqual({
      A: 'auto',
      plan: '1',
      acceptEdits: '1',
      dontAsk: '1',
      default: '1',
      auto: '1',
    })
  })

  it('has defaults where nothing is said', async () => {
    const { callgate, rules, hooks, defaultMode } = await read()
    expect({ callgate, rules, hooks, defaultMode }).toEqual({
      callgate: callgateDefaults,
      rules: [],
      hooks: [],
      defaultMode: undefined,
    })
  })

  it('makes additional directories absolute', async () => {
    write(places.user, { permissions: { additionalDirectories: ['../lib', '~/shared', '/srv'] } })
    expect((await read()).additionalDirectories).toEqual([
      join(folder, 'lib'),
      join(folder, 'home/shared'),
      '/srv',
    ])
  })
})

describe('a file that cannot be read', () => {
  it('comments, trailing commas and a BOM are fine [settings/comments]', async () => {
    write(places.user, '\ufeff// mine\n{ /* a */ "permissions": { "allow": ["Bash(a)",], }, }\n')
    const { rules, diagnostics } = await read()
    expect(diagnostics).toEqual([])
    expect(rules).toMatchObject([{ text: 'Bash(a)', line: 2 }])
  })

  it.each<[string, string | Buffer, number | undefined]>([
    ['a bracket is missing', '{\n  "permissions": {\n', 3],
    ['a comma is missing', '{\n  "a": 1\n  "b": 2\n}', 3],
    ['it is no object', '[]', 1],
    ['it is no JSON', 'hello', 1],
    ['it is not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), undefined],
  ])(
    '%s: nothing of it is in force, and every call asks [settings/syntax-error]',
    async (_case, content, line) => {
      const file = write(places.user, content)
      const { rules, diagnostics } = await read()
      expect(rules).toEqual([])
      expect(diagnostics).toMatchObject([{ severity: 'error', file, failClosed: { kind: 'everyCallAsks' } }])
      expect(diagnostics[0]?.line).toBe(line)
    },
  )

  it('is a folder, or a link to nothing that somebody named', async () => {
    mkdirSync(join(folder, places.user), { recursive: true })
    expect((await read()).diagnostics[0]?.failClosed).toEqual({ kind: 'everyCallAsks' })
    rmSync(join(folder, places.user), { recursive: true })
    expect((await read()).diagnostics).toEqual([])
    expect((await read({ flag: 'missing.json' })).diagnostics[0]?.message).toContain('there is no such file')
  })

  it('is a link that leads nowhere', async () => {
    mkdirSync(join(folder, 'home/.claude'), { recursive: true })
    symlinkSync(join(folder, places.user), join(folder, places.user))
    expect((await read()).diagnostics[0]?.message).toContain('it cannot be read (ELOOP)')
  })

  it('is empty: that says nothing, and is no mistake', async () => {
    write(places.user, ' \n')
    expect((await read()).diagnostics).toEqual([])
  })
})

describe('a mistake in a file', () => {
  const mistakes = async (settings: object, place = places.user) => {
    write(place, JSON.stringify(settings, null, 2))
    return (await read()).diagnostics.map(({ message, line, failClosed }) => ({
      message,
      line,
      closed: failClosed?.kind,
    }))
  }

  it('a bad allow entry drops alone [settings/bad-entry]', async () => {
    write(places.user, { permissions: { allow: ['Bash(a)', 5, 'Bash(b)'] } })
    const { rules, diagnostics } = await read()
    expect(rules.map(({ text }) => text)).toEqual(['Bash(a)', 'Bash(b)'])
    expect(diagnostics).toMatchObject([{ severity: 'error', line: 1 }])
    expect(diagnostics[0]?.failClosed).toBeUndefined()
  })

  it.each([[{ permissions: { deny: [5] } }], [{ permissions: { ask: 'Bash' } }], [{ permissions: [] }]])(
    '%j may hide a deny: every call asks',
    async (settings) => {
      expect((await mistakes(settings)).map(({ closed }) => closed)).toEqual(['everyCallAsks'])
    },
  )

  it.each<[object, RegExp]>([
    [{ permissions: { alow: [] } }, /"alow" is no known key.*"allow"/],
    [{ callgate: { maxParalelCalls: 3 } }, /"maxParallelCalls"/],
    [{ permisions: {} }, /"permissions"/],
    [{ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'x', tiemout: 3 }] }] } }, /"timeout"/],
  ])('%j is reported with the closest key [settings/unknown-keys]', async (settings, expected) => {
    const found = await mistakes(settings)
    expect(found).toHaveLength(1)
    expect(found[0]?.message).toMatch(expected)
  })

  it('a foreign key elsewhere passes in silence', async () => {
    expect(await mistakes({ myOwnTool: { a: 1 }, $schema: 'x' })).toEqual([])
  })

  it.each<[object, RegExp]>([
    [{ hooks: { preToolUse: [] } }, /no hook event "preToolUse".*"PreToolUse"/],
    [{ hooks: { PretoolUse: [] } }, /"PreToolUse"/],
    [{ hooks: { PostToolBatch: [] } }, /not run by this version/],
    [
      { hooks: { PreToolUse: [{ hooks: [{ type: 'http', url: 'x' }] }] } },
      /type "http" are not run by this version/,
    ],
    [{ hooks: { PreToolUse: [{ hooks: [{ type: 'comand', command: 'x' }] }] } }, /needs a "type"/],
    [{ hooks: { PreToolUse: [{ hooks: [{ type: 'command' }] }] } }, /needs a "command"/],
    [{ hooks: { PreToolUse: [{ matcher: 'Bash' }] } }, /list "hooks"/],
    [{ hooks: { PreToolUse: {} } }, /must be a list/],
  ])('%j is reported with file and line [posthooks/case-sensitive]', async (settings, expected) => {
    const found = await mistakes(settings)
    expect(found).toHaveLength(1)
    expect(found[0]?.message).toMatch(expected)
    expect(found[0]?.line).toBeGreaterThan(1)
  })

  it.each<[object, RegExp]>([
    [{ maxParallelCalls: 0 }, /whole number from 1 to 100/],
    [{ denialLimit: 'three' }, /denialLimit must be/],
    [{ hookAuthority: 'always' }, /"advise" or "override"/],
    [{ passApiKeys: 1 }, /true or false/],
  ])('callgate %j: the value drops alone [settings/own-keys]', async (callgate, expected) => {
    write(places.user, { callgate: { ...callgate, promptDelayMs: 7 } })
    const settings = await read()
    expect(settings.diagnostics[0]?.message).toMatch(expected)
    expect(settings.callgate).toEqual({ ...callgateDefaults, promptDelayMs: 7 })
  })

  it('a key that stands twice is reported; the last one counts', async () => {
    write(places.user, '{\n"env": {"A": "1"},\n"env": {"A": "2"}\n}')
    const { env, diagnostics } = await read()
    expect(env).toEqual({ A: '2' })
    expect(diagnostics).toMatchObject([{ line: 3, severity: 'warning' }])
  })

  it('a guard whose onFailure cannot be read counts as one that must not fail', async () => {
    write(places.user, {
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'x', onFailure: 'blok' }] }] },
    })
    expect((await read()).hooks).toMatchObject([{ onFailure: 'block', timeoutMs: 600_000 }])
  })
})

describe('who may say what', () => {
  it.each([
    ['userSettings', places.user, false],
    ['projectSettings', places.project, false],
    ['localSettings', places.local, false],
    ['policySettings', places.policy, true],
  ])(
    'override of hookAuthority in %s counts: %s [permission/override-sources]',
    async (_source, place, counts) => {
      write(place, { callgate: { hookAuthority: 'override' } })
      const { callgate, diagnostics } = await read()
      expect(callgate.hookAuthority).toBe(counts ? 'override' : 'advise')
      expect(diagnostics.length).toBe(counts ? 0 : 1)
    },
  )

  it('override counts with --settings and from the embedder [permission/override-sources]', async () => {
    expect((await read({ flag: { callgate: { hookAuthority: 'override' } } })).callgate.hookAuthority).toBe(
      'override',
    )
  })

  it('an organisation may let its own rules and hooks alone count', async () => {
    const hook = { PreToolUse: [{ hooks: [{ type: 'command', command: 'x' }] }] }
    write(places.user, { hooks: hook })
    write(places.policy, { hooks: hook, allowManagedHooksOnly: true, allowManagedPermissionRulesOnly: true })
    const settings = await read()
    expect(settings.hooks.map(({ source }) => source)).toEqual(['policySettings'])
    expect(settings.allowManagedPermissionRulesOnly).toBe(true)
  })

  it("disableAllHooks of a user does not turn off the organisation's hooks", async () => {
    const hook = { PreToolUse: [{ hooks: [{ type: 'command', command: 'x' }] }] }
    write(places.user, { hooks: hook, disableAllHooks: true })
    write(places.policy, { hooks: hook })
    expect((await read()).hooks.map(({ source }) => source)).toEqual(['policySettings'])
  })

  it('a project cannot hand our API keys to commands', async () => {
    write(places.project, { callgate: { passApiKeys: true } })
    expect((await read()).callgate.passApiKeys).toBe(false)
    write(places.user, { callgate: { passApiKeys: true } })
    expect((await read()).callgate.passApiKeys).toBe(true)
  })
})

describe('trust', () => {
  const settings = {
    permissions: {
      allow: ['Bash(a)'],
      deny: ['Bash(d)'],
      ask: ['Bash(k)'],
      additionalDirectories: ['/'],
      defaultMode: 'bypassPermissions',
    },
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'x' }] }] },
    env: { PATH: '/evil' },
    callgate: { denialLimit: 900 },
  }

  it.each([[places.project], [places.local]])(
    'until it is given, what %s allows and runs waits; what it forbids holds [trust/waits]',
    async (place) => {
      write(place, settings)
      const found = await read({ trust: false })
      expect(found.rules.map(({ text }) => text)).toEqual(['Bash(d)', 'Bash(k)'])
      expect(found).toMatchObject({
        hooks: [],
        env: {},
        additionalDirectories: [],
        defaultMode: undefined,
        callgate: callgateDefaults,
      })
      expect(found.diagnostics).toHaveLength(1)
      expect(found.diagnostics[0]?.message).toMatch(/1 allow rule.*1 hook.*--trust/)
    },
  )

  it('once given, all of it counts [trust/says-yes]', async () => {
    write(places.project, settings)
    const found = await read({ trust: true })
    expect(found).toMatchObject({ env: { PATH: '/evil' }, defaultMode: 'bypassPermissions' })
    expect(found.rules).toHaveLength(3)
  })

  it('user settings need none', async () => {
    write(places.user, settings)
    expect((await read({ trust: false })).rules).toHaveLength(3)
  })
})

describe('a change', () => {
  it('is seen at the next decision, with a higher version; nothing changed, nothing read', async () => {
    const settings = open()
    write(places.user, allow('Bash(a)'))
    const first = await settings.current()
    expect(await settings.current()).toBe(first)
    write(places.user, allow('Bash(b)'))
    const second = await settings.current()
    expect(second.version).toBeGreaterThan(first.version)
    expect(second.rules.map(({ text }) => text)).toEqual(['Bash(b)'])
    rmSync(join(folder, places.user))
    expect((await settings.current()).rules).toEqual([])
  })

  it('of the same size and time is seen too', async () => {
    const settings = open()
    const file = write(places.user, allow('Bash(a)'))
    const when = new Date('2026-01-01')
    utimesSync(file, when, when)
    await settings.current()
    write(places.user, allow('Bash(b)'))
    utimesSync(file, when, when)
    expect((await settings.current()).rules.map(({ text }) => text)).toEqual(['Bash(b)'])
  })

  it('behind a link is seen', async () => {
    const target = write('dotfiles/settings.json', allow('Bash(a)'))
    mkdirSync(join(folder, 'home/.claude'), { recursive: true })
    symlinkSync(target, join(folder, places.user))
    const settings = open()
    await settings.current()
    write('dotfiles/settings.json', allow('Bash(b)'))
    expect((await settings.current()).rules.map(({ text }) => text)).toEqual(['Bash(b)'])
  })

  it('is read once, however many ask at the same time', async () => {
    const settings = open()
    const all = await Promise.all(Array.from({ length: 50 }, () => settings.current()))
    expect(new Set(all).size).toBe(1)
  })
})
