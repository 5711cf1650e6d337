import type { Command, Option } from 'commander'

export type Shell = 'bash' | 'zsh' | 'fish'

interface Word {
  readonly word: string
  readonly description: string
}

interface Completions {
  readonly commands: readonly Word[]
  readonly options: ReadonlyMap<string, readonly Word[]>
  /** What follows a word: the choices of an argument or of an option. */
  readonly choices: ReadonlyMap<string, readonly string[]>
}

/** A script that completes subcommands, their options and fixed choices; anywhere else file names. */
export function completionScript(shell: Shell, program: Command): string {
  return scripts[shell](collect(program))
}

function collect(program: Command): Completions {
  const commands = program.commands.map((command) => ({
    word: command.name(),
    description: command.description(),
  }))
  const options = new Map(
    program.commands.map((command) => [command.name(), [...command.options.flatMap(wordsOf), help]] as const),
  )
  const choices = new Map<string, readonly string[]>()
  for (const command of program.commands) {
    const argument = command.registeredArguments[0]?.argChoices
    if (argument) choices.set(command.name(), argument)
    for (const { long, argChoices } of command.options) if (long && argChoices) choices.set(long, argChoices)
  }
  return {
    commands: [...commands, { word: 'help', description: 'show help for a command' }],
    options,
    choices,
  }
}

const help: Word = { word: '--help', description: 'show help' }

/** `--allowed-tools, --allowedTools` is one option with two words. */
function wordsOf({ flags, description }: Option): Word[] {
  return (flags.match(/--[\w-]+/g) ?? []).map((word) => ({ word, description }))
}

const list = (words: readonly Word[]) => words.map(({ word }) => word).join(' ')
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

const scripts: Readonly<Record<Shell, (completions: Completions) => string>> = {
  bash: ({
    commands,
    options,
    choices,
  }) => `# callgate completion for bash: eval "$(callgate completion bash)"
_callgate() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${list(commands)} --help --version'
  else
    case "$before" in
${[...choices].map(([name, values]) => `      ${name}) words='${values.join(' ')}' ;;`).join('\n')}
    esac
    if [ -z "$words" ]; then
      case "$word" in
        -*) case "$command" in
${[...options].map(([name, words]) => `          ${name}) words='${list(words)}' ;;`).join('\n')}
        esac ;;
      esac
    fi
  fi
  COMPREPLY=()
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$word")); fi
}
complete -o default -F _callgate callgate
`,
  zsh: ({ commands, options, choices }) => `#compdef callgate
# callgate completion for zsh: put it as _callgate into a folder of $fpath, or: source <(callgate completion zsh)
_callgate() {
  local -a subcommands
  if (( CURRENT == 2 )); then
    subcommands=(${commands.map(({ word, description }) => quoted(`${word}:${description.replaceAll(':', '\\:')}`)).join(' ')})
    _describe command subcommands
    return
  fi
  case "$words[CURRENT-1]" in
${[...choices].map(([name, values]) => `    ${name}) compadd ${values.join(' ')}; return ;;`).join('\n')}
  esac
  if [[ "$PREFIX" == -* ]]; then
    case "$words[2]" in
${[...options].map(([name, words]) => `      ${name}) compadd -- ${list(words)} ;;`).join('\n')}
    esac
  else
    _files
  fi
}
if [[ "$funcstack[1]" == _callgate ]]; then _callgate "$@"; else compdef _callgate callgate; fi
`,
  fish: ({ commands, options, choices }) => `# callgate completion for fish: callgate completion fish | source
complete -c callgate -n __fish_use_subcommand -f
${commands.map(({ word, description }) => `complete -c callgate -n __fish_use_subcommand -a ${word} -d ${quoted(description)}`).join('\n')}
${[...options]
  .flatMap(([name, words]) =>
    words.map(({ word, description }) => {
      const values = choices.get(word)
      return `complete -c callgate -n '__fish_seen_subcommand_from ${name}' -l ${word.slice(2)}${values ? ` -x -a '${values.join(' ')}'` : ''} -d ${quoted(description)}`
    }),
  )
  .join('\n')}
${commands
  .filter(({ word }) => choices.has(word))
  .map(
    ({ word }) =>
      `complete -c callgate -n '__fish_seen_subcommand_from ${word}' -f -a '${choices.get(word)!.join(' ')}'`,
  )
  .join('\n')}
`,
}
