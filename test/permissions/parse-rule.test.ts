import { describe, expect, it } from 'vitest'
import { knownTools } from '../../src/permissions/known-tools.js'
import { parseRule, type RuleVocabulary } from '../../src/permissions/parse-rule.js'
import type { Behavior } from '../../src/permissions/rule.js'

const anchors = { cwd: '/w', home: '/home/dev', projectRoot: '/w' }
const vocabulary: RuleVocabulary = {
  toolNamed: (name) => {
    const canonical = name === 'shell' ? 'Bash' : name
    const family = knownTools.get(canonical)
    return family && { name: canonical, family }
  },
  fieldsOf: (name) => (name === 'Bash' ? ['command', 'run_in_background', 'timeout'] : undefined),
  closest: (name) => (name === 'Bsah' ? ['Bash'] : []),
}
const parse = (text: string, behavior: Behavior) =>
  parseRule({ text, behavior, source: 'userSettings' }, vocabulary, anchors)

describe('parseRule', () => {
  it.each<[string, Behavior, string, string]>([
    ['Bash', 'allow', 'tool', 'a bare name'],
    ['Bash(*)', 'allow', 'tool', 'RG2: the same'],
    ['WebFetch(domain:*)', 'deny', 'tool', 'RG2'],
    ['Bash(git *)', 'allow', 'command', 'a pattern'],
    ['Bash(echo (a))', 'allow', 'command', 'brackets inside'],
    ['Bash(npm:*)', 'deny', 'command', 'a prefix, no field'],
    ['Bash(run_in_background:true)', 'deny', 'field', 'RG7'],
    ['Bash(run_in_background:true)', 'allow', 'command', 'RG13: no field in an allow rule'],
    ['Read(src/**)', 'deny', 'path', 'a path'],
    ['WebFetch(domain:example.com)', 'allow', 'domain', 'a host'],
    ['mcp__github', 'allow', 'tool', 'RW7: all tools of a server'],
    ['mcp__github__*', 'allow', 'tool', 'RW7'],
    ['mcp__github__get_*', 'allow', 'tool', 'RG6'],
    ['mcp__*', 'deny', 'tool', 'RG5'],
    ['*', 'ask', 'tool', 'RG5'],
    ['Agent(Explore)', 'allow', 'content', 'RW11'],
    ['Agent(model:opus)', 'deny', 'field', 'RG7'],
    ['shell(git *)', 'deny', 'command', 'an alias applies to the tool'],
  ])('%s as %s is about a %s (%s) [permission/exact-prefix-wildcard]', (text, behavior, kind) => {
    const { rule, problem } = parse(text, behavior)
    expect(problem).toBeUndefined()
    expect(rule?.target.kind).toBe(kind)
  })

  it.each<[string, Behavior, string | undefined, string]>([
    ['mcp__*', 'allow', undefined, 'RG6: an allow must name the server'],
    ['*', 'allow', undefined, 'RG6'],
    ['Bash()', 'allow', undefined, 'empty brackets'],
    ['Bash(git', 'allow', undefined, 'not closed'],
    ['Bash(git', 'deny', 'Bash', 'a deny that is not understood makes its tool ask'],
    ['(rm)', 'deny', 'every', 'not even the name can be read'],
    ['', 'ask', 'every', 'nothing there'],
    ['Bash(command:rm *)', 'deny', 'Bash', 'RG12'],
    ['WebSearch(foo)', 'deny', 'WebSearch', 'RW6'],
    ['WebFetch(example.com)', 'ask', 'WebFetch', 'domain: is missing'],
    ['Read(../x)', 'deny', 'Read', '.. is no pattern'],
    ['Write(docs/**)', 'allow', undefined, 'RF18: an allow of another file tool is never consulted'],
    ['mcp__srv__tool(arg)', 'allow', undefined, 'RW8'],
  ])('%j as %s is not understood; asks instead: %s (%s) [settings/bad-deny]', (text, behavior, closed) => {
    const { rule, problem } = parse(text, behavior)
    expect(rule).toBeUndefined()
    expect(problem?.failClosedTool).toBe(closed)
    expect(problem?.message).toMatch(/\.$/)
  })

  it('counts a deny Write(x) as Edit(x), with a warning [settings/write-deny]', () => {
    const { rule, problem } = parse('Write(docs/**)', 'deny')
    expect(rule?.target).toMatchObject({ kind: 'path', access: 'write' })
    expect(problem?.message).toContain('Edit(docs/**)')
    expect(problem?.failClosedTool).toBeUndefined()
  })

  it('reports a name that nobody knows, and keeps the rule', () => {
    const { rule, problem } = parse('Bsah', 'deny')
    expect(rule).toBeDefined()
    expect(problem?.message).toContain('Nearest: Bash')
  })

  it('knows the names of tools that it lacks [settings/known-foreign-tools]', () => {
    for (const name of ['Agent', 'Skill', 'WebSearch', 'NotebookEdit'])
      expect(parse(name, 'deny').problem).toBeUndefined()
  })

  it('takes an alias for the tool [settings/alias-rule]', () => {
    expect(parse('shell', 'deny').rule?.names.pieces).toEqual(['Bash'])
  })
})
