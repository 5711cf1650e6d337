import { createVocabulary } from '../../src/composition/vocabulary.js'
import { decide } from '../../src/permissions/decide.js'
import type { Decision } from '../../src/permissions/decision.js'
import { gatherSubject } from '../../src/permissions/gather.js'
import { createPolicy } from '../../src/permissions/policy.js'
import type { Behavior } from '../../src/permissions/rule.js'
import type { DiskPort, KnownSubject } from '../../src/permissions/subject-facts.js'
import { createRegistry } from '../../src/tool/registry.js'
import { bashTool } from '../../src/tools/bash/tool.js'

export type GivenCommand = Partial<Record<Behavior, readonly string[]>>

const cwd = '/home/dev/proj'
const home = '/home/dev'
const folders = new Set(
  ['src', 'tests', 'docs', 'packages', 'packages/api', 'config', 'sub'].map((name) => `${cwd}/${name}`),
)

/** The disk that the cases describe, without links. */
const disk: DiskPort = {
  namesIn: async () => [],
  realPath: async (absolute) => absolute,
  isDirectory: async (absolute) =>
    folders.has(absolute) || absolute === cwd || cwd.startsWith(`${absolute}/`) || absolute === '/',
  repositoryMayRunPrograms: async () => false,
  repositoryRoot: async (folder) => (folder === cwd || folder.startsWith(`${cwd}/`) ? cwd : undefined),
}

const bash = bashTool()
const vocabulary = createVocabulary(createRegistry([bash]))

/** What stage 4 decides about a Bash call, with the same functions and a made-up disk. */
export async function callgateFacts(
  command: string,
  given: GivenCommand,
): Promise<Decision & { readonly destructive: string | undefined }> {
  const place = { cwd, home, workingDirectories: [cwd], readable: [] }
  const subject = await gatherSubject({ kind: 'command', command }, place, disk)
  const entries = (['allow', 'deny', 'ask'] as const).flatMap((behavior) =>
    (given[behavior] ?? []).map((text) => ({ text, behavior, source: 'userSettings' as const })),
  )
  const decision = decide({
    tool: bash,
    input: { command },
    subject,
    policy: createPolicy(entries, { vocabulary, anchors: { cwd, home, projectRoot: cwd } }),
    mode: 'default',
    hook: { behavior: 'none', reason: '', hook: '', source: undefined },
    hookAuthority: 'advise',
    validationAsks: [],
    toolAnswer: answerOf(subject),
    requiresUserInteraction: false,
    failClosed: [],
    ...place,
  })
  return { ...decision, destructive: bash.destructive({ command }) }
}

function answerOf(subject: KnownSubject) {
  if (subject.kind !== 'command' || !subject.readOnlyInScope.value)
    return { behavior: 'passthrough' } as const
  return { behavior: 'allow', reason: 'it only reads' } as const
}
