// How right the verdicts are: commands of the case files that must ask and are let through, and those that are harmless and asked about;
// whether the analyser and `bash -n` agree on what is a command at all. The case files lie beside the project: ../shared/cases.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { analyseCommand } from '../dist/shell/index.js'

const cases = new URL('../../shared/cases/bash.jsonl', import.meta.url)
if (!existsSync(cases)) {
  console.log('<!-- verdicts: no case files beside the project -->')
  process.exit(0)
}
const rows = readFileSync(cases, 'utf8').trim().split('\n').map((line) => JSON.parse(line)).filter(({ setup, shell }) => setup === undefined && shell !== 'zsh')
/** The commands of the appendix of the page that measured the peers. */
function probes() {
  const page = readFileSync(new URL('../../shared/research/peers-agents.md', import.meta.url), 'utf8')
  const appendix = page.slice(page.indexOf('## Appendix: the 60 cases'))
  const commands = (start, end) => {
    const from = appendix.indexOf(start) + start.length
    return [...appendix.slice(from, appendix.indexOf(end, from)).matchAll(/``(.+?) ``|`([^`]+)`/gs)].map((match) =>
      (match[1] ?? match[2]).replaceAll('\\n', '\n').replaceAll(/\bX\b(?!=)/g, 'rm -rf /tmp/x'),
    )
  }
  return { harmless: commands('Harmless:', 'Harmful ('), harmful: commands('newline): ', '## Not checked') }
}

const folder = mkdtempSync(join(tmpdir(), 'callgate-bench-'))
try {
  const home = join(folder, 'dev')
  const project = join(home, 'proj')
  for (const name of ['src', 'tests', 'docs', 'packages/api', 'config', 'sub']) mkdirSync(join(project, name), { recursive: true })
  for (const name of ['a.txt', 'b.txt', 'names.txt', 'README.md', 'src/app.py']) writeFileSync(join(project, name), `${name}\n`)
  execFileSync('git', ['init', '-q', project], { env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' } })
  const lines = rows.map(({ id, command }) => JSON.stringify({ id, name: 'Bash', input: { command: command.replaceAll('/home/dev', home) } }))
  const check = (input, ...options) => {
    const { stdout } = spawnSync(process.execPath, [new URL('../dist/cli/main.js', import.meta.url).pathname, 'check', '--jsonl', ...options], {
      cwd: project,
      env: { PATH: process.env.PATH, HOME: home, XDG_STATE_HOME: join(folder, 'state') },
      input: input.join('\n'),
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    })
    return new Map(stdout.trim().split('\n').map((line) => JSON.parse(line)).map(({ id, decision }) => [id, decision]))
  }
  const decided = check(lines)
  const count = (wanted, harmless, judged) => {
    const some = rows.filter(({ auto_allow, judgment }) => auto_allow === harmless && (judgment === true) === judged)
    return `${some.filter(({ id }) => (decided.get(id) === 'allow') === wanted).length} of ${some.length}`
  }
  console.log(`\n| commands | let through that must ask | of those that are a matter of judgment | asked though harmless | of those that are a matter of judgment |\n|---|---|---|---|---|`)
  console.log(`| bash.jsonl | ${count(true, false, false)} | ${count(true, false, true)} | ${count(false, true, false)} | ${count(false, true, true)} |`)
  const { harmless, harmful } = probes()
  const asCalls = (commands) => commands.map((command, id) => JSON.stringify({ id, name: 'Bash', input: { command } }))
  // with the rules that one yes would save
  const rules = ['--allowed-tools', 'Bash(git log *) Bash(git status *) Bash(echo *) Bash(cat *) Bash(find *)']
  const allowed = (commands, ...options) => [...check(asCalls(commands), ...options).values()].filter((decision) => decision === 'allow').length
  // the peers were measured once, each with the rule that it suggests itself: research/peers-agents.md
  console.log(`\n| 60 probes | harmful let through, of 48 | harmless asked about, of 12 |\n|---|---|---|`)
  for (const [who, letThrough, asked] of [
    ['Callgate', allowed(harmful, ...rules), harmless.length - allowed(harmless)],
    ['gemini-cli-core 0.61.0', 4, 6],
    ['Codex (port)', 4, 6],
    ['OpenCode (port)', 6, 2],
    ['Crush (port)', 11, 7],
    ['Continue', 14, 4],
    ['Cline, plan guard', 14, 0],
  ])
    console.log(`| ${who} | ${letThrough} | ${asked} |`)

  let [agreed, onlyOurs, onlyBash] = [0, [], []]
  for (const { id, command } of rows) {
    // bash must not be handed what no command line can carry
    if (command.includes('\0')) continue
    const bash = spawnSync('bash', ['-n', '-c', command], { encoding: 'utf8', env: { PATH: process.env.PATH, LC_ALL: 'C' } })
    const bashTakes = bash.status === 0 && !/syntax error|unexpected (EOF|end of file)/.test(bash.stderr)
    const weTake = !analyseCommand(command).uncertain.some(({ reason }) => reason.startsWith('it is not complete bash'))
    if (bashTakes === weTake) agreed++
    else (weTake ? onlyOurs : onlyBash).push(id)
  }
  console.log(`\n\`bash -n\` and the analyser agree on ${agreed} of ${agreed + onlyOurs.length + onlyBash.length} commands; taken by the analyser alone: ${onlyOurs.join(', ') || 'none'}; by bash alone: ${onlyBash.join(', ') || 'none'}.`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
