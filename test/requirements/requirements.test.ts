import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { statements } from './statements.js'
import { unproven } from './unproven.js'

const here = new URL('..', import.meta.url).pathname

function citedIds(): Set<string> {
  const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.test.ts'),
  )
  const texts = files
    .filter((file) => !file.startsWith('requirements'))
    .map((file) => readFileSync(join(here, file), 'utf8'))
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/\[([a-z0-9]+\/[a-z0-9-]+)\]/g)].map(([, id]) => id!)),
  )
}

describe('requirements', () => {
  const cited = citedIds()
  const known = new Map(statements.map((statement) => [statement.id, statement]))

  it('has each id once', () => {
    expect(known.size).toBe(statements.length)
  })

  it('lists exactly the statements of this stage of the project that no test cites', () => {
    const missing = statements
      .filter(({ id, later }) => later === undefined && !cited.has(id))
      .map(({ id }) => id)
    expect(missing.sort()).toEqual(Object.keys(unproven).sort())
  })

  it('claims nothing that a later issue brings', () => {
    const early = statements
      .filter(({ id, later }) => later !== undefined && cited.has(id))
      .map(({ id }) => id)
    expect(early).toEqual([])
  })

  it('cites no id that is not a statement', () => {
    const families = new Set(statements.map(({ id }) => id.split('/')[0]))
    const strange = [...cited].filter((id) => families.has(id.split('/')[0]!) && !known.has(id))
    expect(strange).toEqual([])
  })
})
