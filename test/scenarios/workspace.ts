import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createCallgate } from '../../src/create-callgate.js'
import type { Callgate, CallgateOptions } from '../../src/pipeline/api.js'
import type { AnyTool } from '../../src/tool/tool.js'
import { builtinTools } from '../../src/tools/index.js'

/** A home and a project of their own for one test, and gates in them. Nothing of the machine's settings is read. */
export interface Workspace {
  readonly folder: string
  readonly home: string
  readonly project: string
  /** The built-in ones. */
  readonly tools: readonly AnyTool[]
  write(path: string, content: string | Buffer, mode?: number): string
  link(path: string, target: string): void
  gate(options?: Partial<CallgateOptions>): Callgate
  /** Closes every gate and takes the folder away. */
  remove(): Promise<void>
}

export function createWorkspace(): Workspace {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'callgate-ws-')))
  const home = join(folder, 'home')
  const project = join(home, 'project')
  mkdirSync(project, { recursive: true })
  const gates: Callgate[] = []
  const at = (path: string) => (path.startsWith('~/') ? join(home, path.slice(2)) : resolve(project, path))
  return {
    folder,
    home,
    project,
    tools: builtinTools(),
    write: (path, content, mode) => {
      const file = at(path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content)
      if (mode !== undefined) chmodSync(file, mode)
      return file
    },
    link: (path, target) => symlinkSync(target, at(path)),
    gate: (options = {}) => {
      const gate = createCallgate({
        cwd: project,
        home,
        stateFolder: join(folder, 'state'),
        policyFolder: join(folder, 'policy'),
        trust: true,
        tools: builtinTools(),
        ...options,
      })
      gates.push(gate)
      return gate
    },
    remove: async () => {
      await Promise.all(gates.map((gate) => gate.close()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The text of a result, its blocks put together. */
export function textOf({ content }: { readonly content: unknown }): string {
  if (typeof content === 'string') return content
  return (content as { text?: string }[]).map((block) => block.text ?? '').join('\n')
}
