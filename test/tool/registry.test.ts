import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../../src/tool/define-tool.js'
import { createRegistry } from '../../src/tool/registry.js'

const make = (name: string, aliases: readonly (string | { name: string; deprecated: boolean })[] = []) =>
  defineTool({ name, aliases, inputSchema: z.object({}), call: () => 'ok' })

describe('createRegistry', () => {
  const registry = createRegistry([
    make('Read'),
    make('Write'),
    make('Bash', ['sh', { name: 'shell', deprecated: true }]),
  ])

  it.each([
    { name: 'Bash', found: 'Bash', alias: undefined },
    { name: 'sh', found: 'Bash', alias: { name: 'sh', deprecated: false } },
    { name: 'shell', found: 'Bash', alias: { name: 'shell', deprecated: true } },
  ])('finds $name by name, then by alias [lookup/by-name]', ({ name, found, alias }) => {
    expect(registry.find(name)).toMatchObject({ tool: { name: found } })
    expect(registry.find(name)?.alias).toEqual(alias)
  })

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', '', 'bash'])(
    'knows no tool %j [lookup/prototype-safe]',
    (name) => {
      expect(registry.find(name)).toBeUndefined()
    },
  )

  it.each([
    { wanted: 'read', closest: 'Read' },
    { wanted: 'read_file', closest: 'Read' },
    { wanted: 'Wirte', closest: 'Write' },
    { wanted: 'BashTool', closest: 'Bash' },
  ])('suggests $closest for $wanted [lookup/unknown]', ({ wanted, closest }) => {
    expect(registry.closest(wanted)[0]).toBe(closest)
  })

  it('suggests nothing for a name that is near to none', () => {
    expect(registry.closest('quux_frobnicate_everything')).toEqual([])
  })

  it('refuses two tools of one name, and an alias that is another tool', () => {
    expect(() => createRegistry([make('A'), make('A')])).toThrow('Two tools answer to the name A')
    expect(() => createRegistry([make('A'), make('B', ['A'])])).toThrow('Two tools answer to the name A')
  })

  it.each(['', 'with blank', 'x'.repeat(65), 'ünïcode', 'dotted.name'])('refuses the name %j', (name) => {
    expect(() => make(name)).toThrow('a name has 1 to 64 letters')
  })
})
