import { describe, expect, it } from 'vitest'
import { createIfMatcher } from '../../src/composition/if-matcher.js'
import { createVocabulary } from '../../src/composition/vocabulary.js'
import { createRegistry } from '../../src/tool/registry.js'
import { builtinTools } from '../../src/tools/builtin.js'

const registry = createRegistry(builtinTools())
const matches = createIfMatcher(registry, createVocabulary(registry), {
  cwd: '/w',
  home: '/home/dev',
  projectRoot: '/w',
})
const facts = (toolName: string, toolInput: object) => ({
  toolName,
  toolInput,
  toolUseId: 't',
  cwd: '/w',
  permissionMode: 'default',
})

describe("a hook's `if`", () => {
  it.each<[string, string, boolean, string]>([
    ['Bash(git *)', 'FOO=bar git push', true, 'HK14'],
    ['Bash(git *)', 'npm test && git push', true, 'HK14'],
    ['Bash(git *)', 'npm test', false, 'another program'],
    ['Bash(rm *)', 'echo $(rm -rf /)', true, 'HK15'],
    ['Bash(rm *)', 'echo $(date)', false, 'HK15'],
    ['Bash(rm *)', 'eval "$x"', true, 'not understood: the hook runs'],
    ['Bash(rm', 'ls', true, 'a rule that is not understood: the hook runs'],
    ['Edit(src/**)', 'ls', false, 'another tool'],
    ['Bash', 'ls', true, 'a bare name'],
  ])('%s on the command %s runs it: %s (%s)', (rule, command, expected) => {
    expect(matches(rule, facts('Bash', { command }))).toBe(expected)
  })

  it.each<[string, string, string, boolean, string]>([
    ['Edit(src/**)', 'Edit', 'src/a.ts', true, 'a path below'],
    ['Edit(src/**)', 'Write', '/w/src/a.ts', true, 'Edit speaks for Write'],
    ['Edit(src/**)', 'Edit', 'vendor/src/a.ts', false, 'RF14: read as an allow'],
    ['Edit(src/**)', 'Read', 'src/a.ts', false, 'a read is no edit'],
    ['Read(*.ts)', 'Read', 'deep/a.ts', true, 'a bare name at any depth'],
    ['Edit(src/**)', 'Edit', 'src/../a.ts', false, 'dots are resolved'],
  ])('%s on %s %s runs it: %s (%s)', (rule, tool, file_path, expected) => {
    expect(matches(rule, facts(tool, { file_path }))).toBe(expected)
  })
})
