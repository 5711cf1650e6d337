import { ownPath } from './find-program.js'

/**
 * Names of our own credentials. A command that a model wrote has no business with them: the setting `passApiKeys` says
 * otherwise.
 */
const secretNames = [
  /(^|_)API_?KEYS?$/i,
  /(^|_)(ACCESS|AUTH|BEARER|REFRESH|SESSION|ID)?_?TOKENS?$/i,
  /(^|_)SECRETS?(_|$)/i,
  /(^|_)PASSWORD$/i,
  /^(ANTHROPIC|OPENAI)_/i,
]

/** What would change the meaning of a command behind the back of whoever read it, or belongs to our process alone. */
const meddlers = [
  /^(BASH_ENV|ENV|SHELLOPTS|BASHOPTS|CDPATH|GLOBIGNORE|PWD|OLDPWD|BASH_XTRACEFD|PROMPT_COMMAND)$/,
  /^BASH_FUNC_/,
  /^NODE_CHANNEL_/,
]

/** There is no terminal: pagers print, editors end at once with what is there, questions fail instead of waiting. */
const noTerminal = {
  CALLGATE: '1',
  TERM: 'dumb',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
  EDITOR: 'true',
  VISUAL: 'true',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
  GIT_TERMINAL_PROMPT: '0',
  GCM_INTERACTIVE: 'never',
} as const

export interface EnvironmentOptions {
  /** Default: the process's own. */
  readonly base?: Readonly<Record<string, string | undefined>>
  /** Wins over everything, credentials too: somebody wrote it down for commands. */
  readonly extra?: Readonly<Record<string, string>>
  readonly passApiKeys?: boolean
}

/** The environment of a command. */
export function childEnvironment({
  base = process.env,
  extra = {},
  passApiKeys = false,
}: EnvironmentOptions) {
  const environment: Record<string, string> = {}
  for (const [name, value] of Object.entries(base)) {
    if (value === undefined || meddlers.some((meddler) => meddler.test(name))) continue
    if (!passApiKeys && secretNames.some((secret) => secret.test(name))) continue
    environment[name] = value
  }
  if (environment.PATH !== undefined) environment.PATH = ownPath(environment.PATH)
  return { ...environment, ...noTerminal, ...extra }
}
