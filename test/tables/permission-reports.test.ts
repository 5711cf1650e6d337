import { afterEach, describe, expect, it } from 'vitest'
import { createWorkspace, textOf, type Workspace } from '../scenarios/workspace.js'
import { type Row, readReports } from './read-reports.js'

/** Rows of other stages of work, each with the reason why it is not asserted here. */
const otherRows: Readonly<Record<string, string>> = {
  'R-066': 'judgement: refused here',
  'R-074': 'the rulings decide: a cd into a folder of the same repository costs no prompt',
  'R-084': 'asks, which the row takes too',
  'R-087':
    'judgement: `bash -lc` needs a rule of its own in this version (bash-rules.jsonl R-042 says the same)',
  'R-090': 'denials in a row: test/scenarios/permission.test.ts',
  'R-092': 'an approval of another input: test/scenarios/permission.test.ts',
  'R-102': 'needs WebFetch',
  'R-103': 'needs WebFetch; the matcher: test/permissions/domain.test.ts',
  'R-107': 'needs a sandbox',
  'R-108': 'needs a sandbox',
}

const open: Workspace[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((ws) => ws.remove()))
})

type PermissionRow = Row & {
  readonly given: Row['given'] & {
    readonly source?: string
    readonly mode?: string
    readonly cwd?: string
    readonly sources?: Readonly<Record<string, object>>
  }
}

async function decide(row: PermissionRow): Promise<{ decision: string; reason: string }> {
  const ws = createWorkspace()
  open.push(ws)
  const { given } = row
  const here = (text: string) =>
    text
      .replaceAll('/home/dev/projects', `${ws.home}/projects`)
      .replaceAll('/home/dev/project', ws.project)
      .replaceAll('/home/dev', ws.home)
  for (const folder of ['packages/api', 'docs', 'src', 'secrets', 'output', 'vendor/pkg/src', '.git'])
    ws.write(`${folder}/.keep`, '')
  for (const [path, content] of Object.entries(given.files ?? {})) ws.write(path, content)
  for (const [path, target] of Object.entries(given.links ?? {})) {
    ws.write(`${here(target)}/.keep`, '')
    ws.link(path, here(target))
  }
  const files: Record<string, string> = {
    userSettings: '~/.claude/settings.json',
    projectSettings: '.claude/settings.json',
    localSettings: '.claude/settings.local.json',
  }
  const sources = given.sources ?? { [given.source ?? 'userSettings']: given.settings ?? {} }
  const hooks = Object.fromEntries(
    (given.hooks ?? []).map(({ event, matcher, answer }) => [
      event,
      [
        {
          matcher,
          hooks: [
            {
              type: 'command',
              command: `cat >/dev/null; printf '%s' '${JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...answer } })}'`,
            },
          ],
        },
      ],
    ]),
  )
  for (const [source, settings] of Object.entries(sources))
    ws.write(files[source]!, here(JSON.stringify({ ...settings, ...(given.hooks && { hooks }) })))
  const cwd = here(given.cwd ?? '/home/dev/project')
  ws.write(`${cwd}/.keep`, '')
  const anything = { inputSchema: { type: 'object' }, execute: () => 'ok' }
  const gate = ws.gate({
    cwd,
    tools: [
      ...ws.tools,
      { mcp__tts__say: anything, mcp__tracker__get_issue: anything, mcp__cache__clear: anything },
    ],
    ...(given.mode !== undefined && { permissionMode: given.mode as never }),
  })
  const call = JSON.parse(here(JSON.stringify(Array.isArray(row.call) ? row.call[0] : row.call)))
  if (given.hooks) {
    const { ending, result } = await gate.call({ id: 't', ...call })
    return { decision: ending === 'refused' ? 'deny' : 'allow', reason: textOf(result) }
  }
  const { decision, reason } = await gate.check({ id: 't', ...call })
  return { decision, reason }
}

describe('reports of faults seen elsewhere: permission', () => {
  const rows = readReports(['permission']) as PermissionRow[]
  it.each(rows.filter(({ id }) => !(id in otherRows)).map((row) => [row.id, row.expect, row] as const))(
    '%s %s',
    async (_id, _expect, row) => {
      const { decision, reason } = await decide(row)
      expect(decision, reason).toBe(row.decision)
    },
  )

  it.each(['R-066', 'R-084'])('%s: another way to write it does not get past a deny rule', async (wanted) => {
    expect((await decide(rows.find(({ id }) => id === wanted)!)).decision).not.toBe('allow')
  })
})
