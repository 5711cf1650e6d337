import { existsSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('..', import.meta.url)
const at = (path: string) => new URL(path, root)
const manifest = JSON.parse(readFileSync(at('package.json'), 'utf8'))

describe('the package', () => {
  const subpaths = Object.entries(manifest.exports).filter(([, target]) => typeof target === 'object')

  it.each(subpaths)('%s leads to code and types that were built', (_subpath, target) => {
    const { types, default: code } = target as { types: string; default: string }
    expect([existsSync(at(types)), existsSync(at(code))]).toEqual([true, true])
  })

  it.each(subpaths)('%s can be imported', async (_subpath, target) => {
    const module = await import(at((target as { default: string }).default).href)
    expect(Object.keys(module).length).toBeGreaterThan(0)
  })

  it('has a program with a line that says what runs it', () => {
    const main = readFileSync(at(manifest.bin.callgate), 'utf8')
    expect(main.startsWith('#!/usr/bin/env node\n')).toBe(true)
    expect(statSync(at(manifest.bin.callgate)).isFile()).toBe(true)
  })

  it('pins every dependency exactly', () => {
    const all = { ...manifest.dependencies, ...manifest.devDependencies }
    expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([])
  })

  it('runs no script when it is installed', () => {
    expect(
      Object.keys(manifest.scripts).filter((name) => /^(pre|post)?(install|prepare|prepublish)/.test(name)),
    ).toEqual([])
  })
})
