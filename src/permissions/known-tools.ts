import type { RuleFamily } from '../tool/tool.js'

/** Tools of the same file formats that this program need not have: a rule that names one is no mistake. */
export const knownTools: ReadonlyMap<string, RuleFamily> = new Map<string, RuleFamily>([
  ['Bash', 'bash'],
  ['PowerShell', 'exact'],
  ['Monitor', 'bash'],
  ['Read', 'read'],
  ['Glob', 'read'],
  ['Grep', 'read'],
  ['LSP', 'read'],
  ['Edit', 'edit'],
  ['Write', 'edit'],
  ['MultiEdit', 'edit'],
  ['NotebookEdit', 'edit'],
  ['NotebookRead', 'read'],
  ['WebFetch', 'domain'],
  ['WebSearch', 'none'],
  ['Agent', 'exact'],
  ['Task', 'exact'],
  ['Skill', 'exact'],
  ['SlashCommand', 'exact'],
  ['Cd', 'exact'],
  ...(
    'TaskOutput TaskStop TaskCreate TaskGet TaskList TaskUpdate TodoWrite TodoRead BashOutput KillShell KillBash AskUserQuestion ' +
    'EnterPlanMode ExitPlanMode EnterWorktree ExitWorktree ListMcpResources ListMcpResourcesTool ReadMcpResource ReadMcpResourceTool ' +
    'ToolSearch Config CronCreate CronDelete CronList SendMessage REPL Computer StructuredOutput'
  )
    .split(' ')
    .map((name): [string, RuleFamily] => [name, 'none']),
])

/** Input fields that a tool's own specifier speaks about: a rule cannot match them as `param:value`. */
export const primaryFields: ReadonlySet<string> = new Set([
  'command',
  'file_path',
  'path',
  'pattern',
  'notebook_path',
  'url',
])
