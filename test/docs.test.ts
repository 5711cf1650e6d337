import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exitCodes } from '../src/cli/exit-codes.js'
import { errorCodes } from '../src/errors/catalogue.js'
import { journalEvents } from '../src/journal/journal.js'
import { linkNames } from '../src/permissions/decision.js'
import { callgateDefaults } from '../src/settings/snapshot.js'
import { builtinTools } from '../src/tools/builtin.js'
import { fileErrors } from '../src/tools/file-errors.js'

const root = new URL('..', import.meta.url).pathname
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')

const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(resolve(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

describe('the documentation', () => {
  it.each(pages)('%s has no link to a file that is not there', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map((match) => match[1]!)
    expect(links.filter((link) => !existsSync(resolve(root, dirname(page), link)))).toEqual([])
  })

  it('has a paragraph for each error, and for no other', () => {
    const headings = [...read('docs/reference/errors.md').matchAll(/^## ([A-Z_]+)$/gm)].map(
      (match) => match[1],
    )
    expect(headings.sort()).toEqual([...errorCodes].sort())
  })

  it('names every link of the permission chain, in order', () => {
    const named = [...read('docs/lifecycle.md').matchAll(/^\d+\. \*\*(\w+)\*\*/gm)].map((match) => match[1])
    expect(named).toEqual([...linkNames])
  })

  it('names every callgate key with its default', () => {
    const page = read('docs/reference/settings.md')
    for (const [key, value] of Object.entries(callgateDefaults)) {
      const row = page
        .split('\n')
        .find((line) => line.startsWith(`| \`${key}\``) || line.startsWith(`| \`callgate.${key}\``))
      expect(row, key).toBeDefined()
      expect(row!.replaceAll(',', '').replaceAll('_', ''), key).toContain(String(value))
    }
  })

  it('has the exit codes of the program', () => {
    const page = read('docs/reference/cli.md')
    const rows = [...page.matchAll(/^\| (\d+) \| (.+) \|$/gm)].map((match) => ({
      code: Number(match[1]),
      meaning: match[2],
    }))
    expect(rows).toEqual(Object.values(exitCodes).map(({ code, meaning }) => ({ code, meaning })))
  })

  it('has a row for each event of the journal', () => {
    const section = read('docs/reference/sessions.md').split('## Journal lines')[1]!.split('\n## ')[0]!
    const rows = [...section.matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1])
    expect(rows.sort()).toEqual([...journalEvents].sort())
  })

  it('has the error codes of Write and Edit', () => {
    const section = read('docs/reference/tools.md').split('| errorCode | when |')[1]!.split('\n\n')[0]!
    const codes = [...section.matchAll(/^\| (\d+) \|/gm)].map((match) => Number(match[1]))
    expect(codes).toEqual(Object.values(fileErrors))
  })

  it.each(builtinTools().map((tool) => [tool.name, tool] as const))(
    '%s is described with exactly its parameters',
    (name, tool) => {
      const page = read('docs/reference/tools.md')
      const section = page.split(/^## /m).find((text) => text.startsWith(`${name}\n`))
      expect(section, `docs/reference/tools.md has no section ## ${name}`).toBeDefined()
      const documented = [...section!.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1])
      const { properties } = tool.inputSchema.jsonSchema as { properties: object }
      expect(documented.sort()).toEqual(Object.keys(properties).sort())
      for (const alias of tool.aliases) expect(section).toContain(`\`${alias.name}\``)
    },
  )
})
