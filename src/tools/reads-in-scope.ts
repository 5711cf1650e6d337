import type { PermissionAnswer, PermissionCheckContext } from '../tool/tool.js'

/** A read inside the working directories, links resolved, needs nobody's word. */
export function readsInScope(_input: unknown, { facts }: PermissionCheckContext): PermissionAnswer {
  if (facts.kind !== 'paths' || facts.access !== 'read' || facts.paths.length === 0)
    return { behavior: 'passthrough' }
  if (!facts.paths.every(({ inScope }) => inScope)) return { behavior: 'passthrough' }
  return { behavior: 'allow', reason: 'it reads inside the working directories.' }
}
