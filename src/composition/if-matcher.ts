import type { HookFacts } from '../hooks/hook-port.js'
import { resolveWritten } from '../permissions/look-up-path.js'
import { denyTouches } from '../permissions/matchers/bash.js'
import { matchesDomain } from '../permissions/matchers/domain.js'
import { matchesPath } from '../permissions/matchers/path.js'
import type { PathAnchors } from '../permissions/matchers/path-pattern.js'
import { type CompiledRule, coversName, parseRule, type RuleVocabulary } from '../permissions/parse-rule.js'
import { analyseCommand } from '../shell/analyse-command.js'
import type { ToolRegistry } from '../tool/registry.js'
import type { Subject } from '../tool/subject.js'

/**
 * A hook's `if`: one permission rule, read wide for commands and as an allow for paths. A rule that is not understood, and a
 * call that cannot be told, run the hook: a guard that runs too often is seen.
 */
export function createIfMatcher(registry: ToolRegistry, vocabulary: RuleVocabulary, anchors: PathAnchors) {
  const parsed = new Map<string, CompiledRule | undefined>()
  const read = (text: string): CompiledRule | undefined => {
    if (!parsed.has(text)) {
      const entry = { text, behavior: 'ask', source: 'cliArg' } as const
      const wide = parseRule(entry, vocabulary, anchors).rule
      const paths = wide?.target.kind === 'path'
      parsed.set(text, paths ? parseRule({ ...entry, behavior: 'allow' }, vocabulary, anchors).rule : wide)
    }
    return parsed.get(text)
  }
  return (text: string, { toolName, toolInput, cwd }: HookFacts): boolean => {
    const rule = read(text)
    if (!rule) return true
    try {
      const tool = registry.find(toolName)?.tool
      const isFileTool =
        rule.target.kind === 'path' && (tool?.ruleFamily === 'read' || tool?.ruleFamily === 'edit')
      if (!isFileTool && !coversName(rule, toolName)) return false
      return tool === undefined || speaksAbout(rule, tool.subject(toolInput, { cwd }), cwd, anchors.home)
    } catch {
      return true
    }
  }
}

function speaksAbout({ target }: CompiledRule, subject: Subject, cwd: string, home: string): boolean {
  if (target.kind === 'command') {
    if (subject.kind !== 'command') return true
    const analysis = analyseCommand(subject.command)
    return analysis.uncertain.length > 0 || denyTouches(target.pattern, analysis) !== 'no'
  }
  if (target.kind === 'path') {
    if (subject.kind !== 'paths') return true
    if (target.access === 'write' && subject.access === 'read') return false
    return subject.paths.some((path) => matchesPath(target.pattern, resolveWritten(path, cwd, home), false))
  }
  if (target.kind === 'domain' && subject.kind === 'url') {
    return !URL.canParse(subject.url) || matchesDomain(target.pattern, new URL(subject.url).hostname)
  }
  return true
}
