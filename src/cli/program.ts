import { readFileSync } from 'node:fs'
import { Argument, Command, Option } from 'commander'
import type { CheckArguments } from './check.js'
import { exitCodesText } from './exit-codes.js'
import type { Host } from './host.js'
import { permissionModes } from './permission-modes.js'
import type { RunArguments } from './run.js'
import type { SessionsArguments } from './sessions.js'
import type { ShowArguments } from './show.js'
import { splitRules } from './split-rules.js'

/** The command line. A subcommand's code is loaded when it is called. `onEnd` gets the exit code. */
export function makeProgram(host: Host, onEnd: (code: number) => void): Command {
  const program = new Command('callgate')
    .description('Takes the tool calls of a model through permission, execution and results.')
    .version(version(), '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .configureOutput({
      writeOut: (text) => void host.stdout.write(text),
      writeErr: (text) => void host.stderr.write(text),
    })
    .exitOverride()
    .showSuggestionAfterError()
    .addHelpText('after', exitCodesText())

  withGateOptions(program.command('run'))
    .description('answer the assistant messages of FILE, or of standard input')
    .argument(
      '[file]',
      'a Messages stream (SSE or JSON Lines), a message, or a list of messages; - is standard input',
      '-',
    )
    .option('--json', 'results as JSON Lines, on a terminal too')
    .option('--no-prompt', 'ask nobody: what would ask is refused')
    .option('--session <id>', 'goes on with the session of this name, or begins it')
    .addHelpText('after', exitCodesText())
    .action(async (file: string, options: RunArguments) => {
      const { run } = await import('./run.js')
      onEnd(await run(file, options, host))
    })

  withGateOptions(program.command('check'))
    .description('decide about a call without running it, and show why')
    .argument('[tool]', 'name of the tool')
    .argument('[input]', 'its input as JSON; for Bash also a plain command')
    .option('--json', 'the decision as one line of JSON')
    .option('--jsonl', 'read one call a line from standard input, and answer each with one line')
    .addHelpText('after', exitCodesText())
    .action(async (tool: string | undefined, input: string | undefined, options: CheckArguments) => {
      const { check } = await import('./check.js')
      onEnd(await check(tool, input, options, host))
    })

  program
    .command('sessions')
    .description('list the sessions of run, the most recently used first')
    .option('--json', 'one line of JSON each')
    .action(async (options: SessionsArguments) => {
      const { sessions } = await import('./sessions.js')
      onEnd(await sessions(options, host))
    })

  program
    .command('show')
    .description('show what happened in a session')
    .argument('<id>', 'its id')
    .option('--json', 'the lines of its journal')
    .option('--results', 'the user message that answers calls which were begun and never answered')
    .action(async (id: string, options: ShowArguments) => {
      const { show } = await import('./show.js')
      onEnd(await show(id, options, host))
    })

  program
    .command('completion')
    .description('print a completion script for a shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { completionScript } = await import('./completion.js')
      host.stdout.write(completionScript(shell, program))
      onEnd(0)
    })
  return program
}

const addRules = (text: string, before: readonly string[] | undefined) => [
  ...(before ?? []),
  ...splitRules(text),
]
const addText = (text: string, before: readonly string[] | undefined) => [...(before ?? []), text]

function withGateOptions(command: Command): Command {
  return command
    .option('--settings <file-or-json>', 'settings that stand above those of user and project')
    .addOption(
      rulesOption(
        '--allowed-tools, --allowedTools <rules>',
        'rules that allow, such as "Bash(git *) Read"; may be repeated',
      ),
    )
    .addOption(
      rulesOption('--disallowed-tools, --disallowedTools <rules>', 'rules that deny; may be repeated'),
    )
    .addOption(
      new Option('--permission-mode <mode>', 'how what no rule names is treated').choices(permissionModes),
    )
    .addOption(
      new Option('--add-dir <folder>', 'a further folder that calls may work in; may be repeated').argParser(
        addText,
      ),
    )
    .option('--cwd <folder>', 'where calls run and paths start')
    .option('--trust', 'trust this folder: allow rules, hooks and env of its settings count')
    .option('--command <file.md>', 'slash command whose allowed-tools count')
}

function rulesOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser(addRules)
}

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
