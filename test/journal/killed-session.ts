import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { defineTool } from '../../src/tool/define-tool.js'
import type { AnyTool } from '../../src/tool/tool.js'
import type { Workspace } from '../scenarios/workspace.js'

/** What a session's folder holds at this moment, as another session that nobody has open: as if its process had been killed now. */
export function killedCopy(ws: Workspace, from: string, to: string): string {
  const folder = sessionFolder(ws, to)
  cpSync(sessionFolder(ws, from), folder, { recursive: true, verbatimSymlinks: true })
  for (const name of readdirSync(folder)) if (name.startsWith('lock.')) rmSync(join(folder, name))
  return folder
}

export function sessionFolder(ws: Workspace, id: string): string {
  return join(ws.folder, 'state/sessions', id)
}

/** Changes the lines of a file; `undefined` takes one away. */
export function editLines(file: string, change: (line: string) => string | undefined): void {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  const kept = lines.map(change).filter((line) => line !== undefined)
  writeFileSync(file, kept.map((line) => `${line}\n`).join(''))
}

/** Counts what it ran; one with `hang` never ends by itself. */
export function countingTool(ran: string[]): AnyTool {
  return defineTool({
    name: 'Count',
    inputSchema: z.strictObject({ n: z.union([z.number(), z.string()]), hang: z.boolean().optional() }),
    checkPermissions: () => ({ behavior: 'allow', reason: 'harmless' }),
    call: async ({ n, hang }, { signal }) => {
      ran.push(String(n))
      if (hang) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      return `counted ${n} as ${ran.length}`
    },
  })
}

export const count = (id: string, n: number | string, hang = false) => ({
  type: 'tool_use' as const,
  id,
  name: 'Count',
  input: hang ? { n, hang } : { n },
})
export const message = (...content: object[]) => ({ role: 'assistant' as const, content: content as never })
