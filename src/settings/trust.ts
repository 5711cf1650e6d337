import type { Extracted } from './extracted.js'
import type { Diagnostic } from './snapshot.js'

/** What comes with a folder counts in full only once a person trusts it. Deny and ask rules hold at once. */
export function withoutTrust(each: Extracted): Extracted {
  if (each.source !== 'projectSettings' && each.source !== 'localSettings') return each
  const rules = each.rules.filter(({ behavior }) => behavior !== 'allow')
  const waiting = [
    counted(each.rules.length - rules.length, 'allow rule'),
    counted(each.hooks.length, 'hook'),
    counted(Object.keys(each.env).length, 'variable of env', 'variables of env'),
    counted(each.additionalDirectories.length, 'additional directory', 'additional directories'),
    ...(each.defaultMode === undefined || isStrict(each.defaultMode) ? [] : [`the mode ${each.defaultMode}`]),
    counted(Object.keys(each.callgate).length, 'callgate key'),
  ].filter((text) => text !== undefined)
  return {
    ...each,
    rules,
    hooks: [],
    env: {},
    additionalDirectories: [],
    defaultMode: each.defaultMode !== undefined && isStrict(each.defaultMode) ? each.defaultMode : undefined,
    callgate: {},
    diagnostics: [...each.diagnostics, ...(waiting.length > 0 ? [notice(each, waiting)] : [])],
  }
}

function isStrict(mode: string): boolean {
  return mode === 'default' || mode === 'plan' || mode === 'dontAsk'
}

function counted(count: number, one: string, many = `${one}s`): string | undefined {
  return count === 0 ? undefined : `${count} ${count === 1 ? one : many}`
}

function notice({ source, file }: Extracted, waiting: readonly string[]): Diagnostic {
  return {
    severity: 'warning',
    source,
    ...(file !== undefined && { file }),
    line: 1,
    message: `This folder is not trusted, so these settings of it wait: ${waiting.join(', ')}. Read them; if they are fine, start again with --trust (in a program: trust: true).`,
  }
}
