import { openCommands } from './allowing-rules.js'
import { allowCovers, allowTexts } from './matchers/bash.js'
import { compileBashPattern } from './matchers/bash-pattern.js'
import type { KnownSubject } from './subject-facts.js'

/** Rules that would cover the call, narrowest first; empty where one rule cannot. */
export function suggestRules(subject: KnownSubject, toolName: string): string[] {
  switch (subject.kind) {
    case 'command':
      return suggestForCommand(subject, toolName)
    case 'paths':
      return suggestForPaths(subject)
    case 'url':
      return subject.host === undefined ? [] : [`${toolName}(domain:${subject.host})`]
    case 'none':
      return [toolName]
  }
}

/** One command of the line has no rule: the rule is about that one. Redirections that write need a rule of their own. */
function suggestForCommand(subject: Extract<KnownSubject, { kind: 'command' }>, toolName: string): string[] {
  const { analysis, parts } = subject
  if (analysis.uncertain.length > 0) return []
  const open = openCommands(subject)
  const [command] = open
  const distinct = new Set(open.map(({ text }) => text))
  const writes = parts.some(({ paths }) =>
    paths.some(({ via, access }) => via === 'redirect' && access !== 'read'),
  )
  if (!command || distinct.size !== 1 || writes) return []
  const texts = allowTexts(command)
  const inner = texts.at(-1)!
  if (inner.includes('\u0001') || /[*\n]/.test(inner)) return prefixOnly(command, toolName)
  return [inner, prefixOf(command)]
    .filter((content) => content !== undefined && allowCovers(compileBashPattern(content), command))
    .map((content) => `${toolName}(${content})`)
}

function prefixOnly(command: Parameters<typeof allowCovers>[1], toolName: string): string[] {
  const prefix = prefixOf(command)
  return prefix !== undefined && allowCovers(compileBashPattern(prefix), command)
    ? [`${toolName}(${prefix})`]
    : []
}

/** Programs whose first word decides everything: a rule for the name alone would be a rule for anything. */
const dispatchers = new Set(
  (
    'git gh npm pnpm yarn bun cargo go docker podman kubectl helm terraform aws gcloud az brew pip pip3 uv poetry make just rake ' +
    'gradle mvn dotnet systemctl apt apt-get composer bundle rails php artisan nx turbo deno mix flutter dart swift'
  ).split(' '),
)
/** Programs that run whatever they are given. */
const interpreters = new Set(
  (
    'bash sh zsh dash ksh fish env sudo doas su xargs python python3 node ruby perl php npx bunx pnpx tsx eval exec ssh find awk ' +
    'watch setsid ionice flock parallel nsenter chroot rm dd mkfs source .'
  ).split(' '),
)

function prefixOf(command: Parameters<typeof allowCovers>[1]): string | undefined {
  const words = allowTexts(command).at(-1)!.split(' ')
  const [program, next] = words
  if (program === undefined || !/^[\w@.+-]+$/.test(program) || interpreters.has(program)) return undefined
  if (!dispatchers.has(program)) return `${program} *`
  if (next === undefined || !/^[\w:@.+-]+$/.test(next) || next.startsWith('-')) return undefined
  const third = words[2]
  if (/^(run|run-script|exec|x)$/.test(next)) {
    return third !== undefined && /^[\w:@./+-]+$/.test(third) && !third.startsWith('-')
      ? `${program} ${next} ${third} *`
      : undefined
  }
  return `${program} ${next} *`
}

function suggestForPaths({ access, paths }: Extract<KnownSubject, { kind: 'paths' }>): string[] {
  const tool = access === 'read' ? 'Read' : 'Edit'
  const [first] = paths
  if (!first || paths.length > 1 || first.real !== first.absolute) return []
  const path = escapePattern(first.absolute)
  const folder = path.slice(0, path.lastIndexOf('/'))
  return [`${tool}(/${path})`, ...(folder.split('/').length > 2 ? [`${tool}(/${folder}/**)`] : [])]
}

function escapePattern(path: string): string {
  return path.replace(/[\\*?[\]!]/g, '\\$&')
}
