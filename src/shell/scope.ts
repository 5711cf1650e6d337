/** What one variable of the line may hold. Neither field: assigned, but nothing is known. */
export interface Known {
  readonly values?: readonly string[]
  /** Its values are the matches of this glob, as written. */
  readonly pattern?: string
}

/** The folders that `cd`s moved to, in order; an `undefined` entry is a `cd` whose target only the run decides. */
export type Folders = readonly (string | undefined)[]

/** Everywhere the shell may be; the first is where the line means to be. Others: a `cd` before may have failed. */
export type Places = readonly Folders[]

/** What is known at one point of the line: variables with their possible values, and where earlier `cd`s went. */
export interface Scope {
  readonly variables: Map<string, Known>
  /** Variables that hold whole numbers only. */
  readonly integers: Set<string>
  places: Places
  /** The places as they were before each open `pushd`. */
  pushed: readonly Places[]
  /** Standard input is something of this line; false: it is closed. */
  hasInput: boolean
}

export function emptyScope(): Scope {
  return { variables: new Map(), integers: new Set(), places: [[]], pushed: [], hasInput: false }
}

/** For a subshell: what happens in there is forgotten after it. */
export function copyScope(scope: Scope): Scope {
  const { variables, integers, places, pushed, hasInput } = scope
  return { variables: new Map(variables), integers: new Set(integers), places, pushed, hasInput }
}

/** Nothing stays known of these variables. */
export function forget(names: ReadonlySet<string>, scope: Scope): void {
  for (const name of names) {
    scope.variables.set(name, {})
    scope.integers.delete(name)
  }
}

const HARMLESS = new Set(
  (
    'HOME USER LOGNAME SHELL PWD OLDPWD LANG LC_ALL PATH TERM UID EUID PPID RANDOM SECONDS LINENO HOSTNAME HOSTTYPE ' +
    'MACHTYPE OSTYPE COLUMNS LINES SHLVL BASH_VERSION BASHPID EPOCHSECONDS TMPDIR EDITOR TZ CI NODE_ENV PIPESTATUS ' +
    'BASH_REMATCH FUNCNAME REPLY'
  ).split(' '),
)

/** Lower-case names are the line's own; others may come from the environment, which holds keys and tokens. */
export function revealsEnvironment(name: string, scope: Scope): boolean {
  if (!/^[A-Z_][A-Z0-9_]*$/i.test(name)) return false
  return !(HARMLESS.has(name) || scope.variables.has(name) || /^[a-z_][a-z0-9_]*$/.test(name))
}

const SHELL_OWN =
  /(^|_)proxy$|^npm_|^(path|fpath|cdpath|manpath|module_path|prompt|status|argv|home|psvar|watch|mailpath|histchars|auto_resume)$/

/** A variable that a line may set for itself without a question: no program is known to listen to it. */
export function isOwnVariable(name: string): boolean {
  return /^[a-z_][a-z0-9_]*$/.test(name) && name !== '_' && !SHELL_OWN.test(name)
}

const SAFE_PREFIX =
  /^(NODE_ENV|LANG|LANGUAGE|LC_[A-Z]+|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|COLUMNS|LINES|TERM|COLORTERM|CI|DEBUG|VERBOSE|RUST_BACKTRACE|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE)$/

/** Assignments before a command that allow rules and read-only checks may skip: known to start no program, value plain. */
export function isSafePrefix(name: string, value: string | undefined): boolean {
  if (value === undefined) return false
  if (name === 'GIT_OPTIONAL_LOCKS') return value === '0'
  if (name === 'GIT_PAGER' || name === 'PAGER') return value === 'cat' || value === ''
  if (!SAFE_PREFIX.test(name)) return false
  return name === 'TZ' ? /^[\w+-]+(\/[\w+-]+)*$|^$/.test(value) : /^[\w.@+:,=-]*$/.test(value)
}

const STEERING =
  /^(PATH|IFS|HOME|PWD|OLDPWD|CDPATH|ENV|SHELLOPTS|BASHOPTS|PS[0-4]|PROMPT_COMMAND|GLOBIGNORE|FIGNORE|EXECIGNORE|SHELL|TMPDIR|EDITOR|VISUAL|BROWSER|MAILCAPS|LESS.*|MAN.*|MORE|TERMINFO.*|LOCPATH|NLSPATH|GCONV_PATH|HOSTALIASES|(.*_)?PAGER|(.*_)?EDITOR|.*_ASKPASS.*|.*_OPTIONS|.*OPTS?|.*PATH|.*_PRELOAD|(BASH|LD|DYLD|GIT|SSH|PYTHON|PERL|RUBY|NODE|NPM|JAVA|XDG|DOCKER|KUBE|AWS|RIPGREP|PROMPT|SUDO)_?.*)$/

/** Variables through which the shell, the loader or common programs run other things, or that say what paths mean. */
export function steers(name: string): boolean {
  return STEERING.test(name)
}
