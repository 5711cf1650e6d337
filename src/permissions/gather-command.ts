import { analyseCommand } from '../shell/analyse-command.js'
import type { PathMention, ShellAnalysis, SimpleCommand } from '../shell/analysis.js'
import { createPathLookup, type PathLookup, type Place, resolveWritten } from './look-up-path.js'
import { secretPart } from './matchers/secret-path.js'
import type { CommandFacts, CommandPathFact, DiskPort, KnownSubject } from './subject-facts.js'

type CommandSubject = Extract<KnownSubject, { kind: 'command' }>

interface Looking {
  readonly place: Place
  readonly disk: DiskPort
  readonly lookUp: PathLookup
  readonly rootOf: (folder: string) => Promise<string | undefined>
}

/** Every path that the line names, from the folder in which it is used, and what follows for each simple command. */
export async function gatherCommand(command: string, place: Place, disk: DiskPort): Promise<CommandSubject> {
  const analysis = analyseCommand(command)
  const looking: Looking = {
    place,
    disk,
    lookUp: createPathLookup(place, disk),
    rootOf: (folder) => disk.repositoryRoot(folder),
  }
  const ofCommands = new Set(analysis.commands.flatMap(({ paths }) => paths))
  const others = analysis.paths.filter((mention) => !ofCommands.has(mention))
  const parts = await Promise.all(analysis.commands.map((each, index) => gatherPart(each, index, looking)))
  const rest = await resolveMentions(others, looking)
  const compound: CommandFacts[] =
    others.length === 0
      ? []
      : [
          {
            index: undefined,
            ...rest,
            readOnly: judgeReads(rest, { value: true, reason: 'it only redirects' }),
          },
        ]
  const all = [...parts, ...compound]
  return { kind: 'command', command, analysis, parts: all, readOnlyInScope: judgeLine(analysis, all) }
}

async function gatherPart(command: SimpleCommand, index: number, looking: Looking): Promise<CommandFacts> {
  const found = await resolveMentions(command.paths, looking)
  let readOnly = judgeReads(found, command.readOnly)
  if (readOnly.value && command.usesGit) readOnly = await judgeGit(command, looking)
  return { index, ...found, readOnly }
}

/** The configuration of the repository in the folder it runs in may name programs: then it does more than read. */
async function judgeGit(
  { after, readOnly }: SimpleCommand,
  looking: Looking,
): Promise<CommandFacts['readOnly']> {
  const folder = await folderAfter(after ?? [], looking)
  if (folder === undefined)
    return { value: false, reason: 'git would run in a folder that only the run decides' }
  const { inScope } = await looking.lookUp('.', folder, 'read')
  if (!inScope) return { value: false, reason: `git would run in ${folder}, outside the working directories` }
  if (await looking.disk.repositoryMayRunPrograms(folder)) {
    return { value: false, reason: 'the configuration of this git repository can start programs' }
  }
  return readOnly
}

type Resolved = Pick<CommandFacts, 'paths' | 'unresolved'>

async function resolveMentions(mentions: readonly PathMention[], looking: Looking): Promise<Resolved> {
  const facts = await Promise.all(mentions.map((mention) => resolveMention(mention, looking)))
  return {
    paths: facts.filter((fact) => fact !== undefined),
    unresolved: mentions
      .filter((_, i) => facts[i] === undefined)
      .map(({ text, access, via }) => ({ text, access, via })),
  }
}

async function resolveMention(mention: PathMention, looking: Looking): Promise<CommandPathFact | undefined> {
  const { access, via, text } = mention
  const folder = await folderAfter(mention.after, looking)
  const written =
    mention.path ??
    folderOfGlob(mention.pattern) ??
    (via === 'cd' ? await repositoryRootText(text, folder, looking) : undefined)
  // a path that is absolute does not depend on where a cd went
  if (written === undefined || (folder === undefined && !/^[/~]/.test(written))) return undefined
  // `~name` is the home of somebody whom only the machine knows
  if (/^~[^/]/.test(written)) return undefined
  const fact = await looking.lookUp(written, folder ?? looking.place.cwd, access)
  const isGlob = mention.path === undefined && mention.pattern !== undefined
  const isFolder = await looking.disk.isDirectory(fact.real)
  const secretBelow =
    isFolder && mention.below ? await secretIn(fact.real, mention.below, looking) : undefined
  return {
    ...fact,
    written: mention.path ?? text,
    access,
    via,
    isGlob,
    isFolder,
    ...(secretBelow !== undefined && { secretBelow }),
  }
}

/** In the folder itself: where keys lie. What is further below is not looked for, or each search would cost a walk. */
async function secretIn(
  folder: string,
  below: 'all' | 'visible',
  { disk }: Looking,
): Promise<string | undefined> {
  const names = await disk.namesIn(folder)
  return names.find(
    (name) => (below === 'all' || !name.startsWith('.')) && secretPart(`${folder}/${name}`) === name,
  )
}

/** The folder that holds every match of a glob; `undefined` where the glob may leave it. */
function folderOfGlob(pattern: string | undefined): string | undefined {
  if (pattern === undefined || /["'\\$`{(]|\.\./.test(pattern)) return undefined
  // files whose names begin with a dot, and those that look like secrets, are only meant by name
  if (/(^|\/)\.|\.(pem|key|p12|pfx|env)|id_|credential|secret/i.test(pattern.replace(/^\.\//, '')))
    return undefined
  const fixed = pattern.replace(/[*?[].*$/s, '')
  return fixed.slice(0, fixed.lastIndexOf('/') + 1) || '.'
}

const askForRoot = /^"?\$\(\s*git rev-parse --show-toplevel(\s+2>\s*\/dev\/null)?\s*\)"?$/

/** The one substitution that people really change folders with. Its output is known without running it. */
async function repositoryRootText(
  text: string,
  folder: string | undefined,
  { rootOf }: Looking,
): Promise<string | undefined> {
  return folder !== undefined && askForRoot.test(text) ? rootOf(folder) : undefined
}

async function folderAfter(
  changes: readonly (string | undefined)[],
  { place }: Looking,
): Promise<string | undefined> {
  let folder: string | undefined = place.cwd
  for (const change of changes) {
    if (change !== undefined && /^[/~]/.test(change)) folder = resolveWritten(change, place.cwd, place.home)
    else if (change === undefined || folder === undefined) folder = undefined
    else folder = resolveWritten(change, folder, place.home)
  }
  return folder
}

/** What everybody has: the empty device, and the programs of the system. */
const holdsNothing = /^\/dev\/null$|^\/(usr\/)?s?bin\/[^/]+$/

/** Reads only by its program, and what it reads is in scope and no secret. */
function judgeReads(
  { paths, unresolved }: Resolved,
  program: CommandFacts['readOnly'],
): CommandFacts['readOnly'] {
  if (!program.value) return program
  const no = (reason: string) => ({ value: false, reason })
  const [dark] = unresolved
  if (dark) return no(`${dark.text} names a path that only the run decides`)
  for (const { written, real, inScope, secret, secretBelow, access, via } of paths) {
    if (access === 'read' && holdsNothing.test(real)) continue
    if (access !== 'read') {
      if (via !== 'redirect') return no(`it changes ${written}`)
      continue
    }
    if (secret !== undefined) return no(`${written} looks like a secret (${secret})`)
    if (secretBelow !== undefined)
      return no(`it would also search ${secretBelow} in ${written}, which looks like a secret`)
    if (!inScope) return no(`${written} lies outside the working directories`)
  }
  return program
}

function judgeLine(analysis: ShellAnalysis, parts: readonly CommandFacts[]): CommandFacts['readOnly'] {
  const [doubt] = analysis.uncertain
  if (doubt) return { value: false, reason: doubt.reason }
  if (!analysis.readOnly.value) return analysis.readOnly
  const bad = parts.find(({ readOnly }) => !readOnly.value)
  if (bad) return bad.readOnly
  const write = parts.flatMap(({ paths }) => paths).find(({ access }) => access !== 'read')
  return write ? { value: false, reason: `it writes ${write.written}` } : analysis.readOnly
}
