import type { ProgramCall, ProgramTable, ProgramVerdict } from '../program.js'
import { couldBeOption, literalWord, pathsOf, type ShellWord } from '../shell-word.js'
import { changes, type OptionSpec, pathsFrom, reads, sortWords } from './options.js'

interface Subcommand extends OptionSpec {
  /** It may start programs that the repository's own configuration names. */
  readonly configured?: boolean
  /** `none`: operands would create or change something. */
  readonly operands?:
    | 'any'
    | 'none'
    | ((operands: readonly ShellWord[], options: ReadonlySet<string>, verb: string | undefined) => boolean)
}

const diffFlags = 'abBCDMRSpqrsuwWzitlm'
const diffLong =
  'patch no-patch raw patch-with-stat stat numstat shortstat dirstat summary name-only name-status check full-index binary color no-color color-words word-diff no-renames find-renames find-copies find-copies-harder irreversible-delete minimal patience histogram ignore-space-at-eol ignore-space-change ignore-all-space ignore-blank-lines ignore-cr-at-eol function-context exit-code quiet no-ext-diff no-textconv text relative no-relative cached staged merge-base compact-summary abbrev no-prefix indent-heuristic pickaxe-all pickaxe-regex color-moved no-color-moved ita-invisible-in-index submodule ignore-submodules cumulative default-prefix'
const diffValues =
  'unified diff-filter inter-hunk-context stat-width stat-count stat-name-width diff-algorithm word-diff-regex src-prefix dst-prefix line-prefix ws-error-highlight anchored'
const logLong =
  'oneline decorate no-decorate graph all branches tags remotes merges no-merges first-parent reverse follow source parents children left-right cherry cherry-mark cherry-pick topo-order date-order author-date-order walk-reflogs boundary simplify-by-decoration full-history simplify-merges ancestry-path no-walk do-walk abbrev-commit no-abbrev-commit use-mailmap mailmap no-mailmap relative-date extended-regexp fixed-strings perl-regexp regexp-ignore-case all-match invert-grep notes no-notes no-min-parents no-max-parents clear-decorations log-size full-diff sparse dense remove-empty no-expand-tabs show-linear-break not'
const logValues =
  'pretty format date max-count skip since after until before author committer grep grep-reflog min-parents max-parents decorate-refs decorate-refs-exclude encoding glob exclude'

const diff: Subcommand = {
  configured: true,
  flags: diffFlags,
  values: 'GSUO',
  long: diffLong,
  longValues: diffValues,
  longWrites: 'output',
  numbers: true,
  operands: (_operands, options) => !options.has('-O'),
}
const log: Subcommand = {
  configured: true,
  flags: `${diffFlags}gEFPihc`,
  values: 'nLGSU',
  long: `${diffLong} ${logLong}`,
  longValues: `${diffValues} ${logValues}`,
  longWrites: 'output',
  numbers: true,
}

/** Only as the first word it is a verb: `git stash -m list` stashes. */
const startsWith =
  (...verbs: readonly string[]) =>
  (_operands: readonly ShellWord[], _options: ReadonlySet<string>, verb: string | undefined) =>
    verb !== undefined && verbs.includes(verb)

const listing = (options: ReadonlySet<string>, names: readonly string[]) =>
  names.some((name) => options.has(name))

const subcommands: Readonly<Record<string, Subcommand>> = {
  status: {
    configured: true,
    flags: 'sbvz',
    attached: 'uM',
    long: 'short branch show-stash porcelain long verbose untracked-files ignored ignore-submodules column no-column ahead-behind no-ahead-behind renames no-renames find-renames',
  },
  diff,
  show: log,
  log,
  whatchanged: log,
  shortlog: {
    flags: 'nsec',
    values: 'w',
    long: `numbered summary email committer ${logLong}`,
    longValues: `group ${logValues}`,
    numbers: true,
  },
  blame: {
    configured: true,
    flags: 'bcCefhklMnpstw',
    values: 'LS',
    long: 'root show-stats porcelain line-porcelain show-name show-number show-email abbrev color-lines color-by-age progress no-progress',
    longValues: 'date since ignore-rev',
  },
  annotate: { configured: true, flags: 'bcCefhklMnpstw', values: 'L' },
  'diff-files': { configured: true, ...diff },
  'diff-index': { configured: true, ...diff },
  'diff-tree': {
    configured: true,
    ...diff,
    flags: `${diffFlags}cv`,
    long: `${diffLong} root stdin no-commit-id`,
  },
  'ls-files': {
    configured: true,
    flags: 'cdmosikutvfz',
    values: 'x',
    files: 'X',
    longFiles: 'exclude-from',
    long: 'cached deleted modified others stage ignored killed directory no-empty-directory exclude-standard error-unmatch full-name recurse-submodules abbrev deduplicate eol',
    longValues: 'exclude exclude-per-directory format with-tree',
  },
  'ls-tree': {
    flags: 'drtlz',
    long: 'name-only name-status full-name full-tree long object-only abbrev',
    longValues: 'format',
  },
  'rev-parse': {
    flags: 'q',
    long: 'short abbrev-ref verify quiet symbolic symbolic-full-name show-toplevel show-prefix show-cdup git-dir git-common-dir absolute-git-dir is-inside-work-tree is-inside-git-dir is-bare-repository is-shallow-repository all branches tags remotes revs-only no-revs flags no-flags show-superproject-working-tree show-object-format sq-quote not local-env-vars',
    longValues: 'default prefix git-path since until after before glob exclude disambiguate path-format',
  },
  'rev-list': {
    flags: 'g',
    values: 'n',
    long: `count objects objects-edge disk-usage timestamp quiet header pretty ${logLong}`,
    longValues: logValues,
    numbers: true,
  },
  'merge-base': { flags: 'a', long: 'all octopus is-ancestor independent fork-point' },
  'name-rev': { long: 'tags all name-only no-undefined always', longValues: 'refs exclude' },
  describe: {
    configured: true,
    long: 'all tags contains long exact-match always first-parent dirty broken debug',
    longValues: 'abbrev candidates match exclude',
  },
  'for-each-ref': {
    flags: 's',
    long: 'shell perl python tcl merged no-merged contains no-contains ignore-case',
    longValues: 'format sort count points-at exclude',
  },
  'show-ref': { flags: 'dqs', long: 'head heads tags branches dereference hash verify quiet abbrev exists' },
  'show-branch': {
    flags: 'arg',
    long: 'all remotes current topo-order date-order sparse list independent merge-base no-name sha1-name topics more reflog',
  },
  'cat-file': {
    flags: 'tspe',
    long: '',
    operands: (operands) => operands.length >= 1 && operands.length <= 2,
  },
  'count-objects': { flags: 'vH', long: 'verbose human-readable' },
  'check-ignore': { flags: 'qvnz', long: 'quiet verbose non-matching no-index' },
  'check-attr': { flags: 'az', long: 'all cached' },
  'hash-object': { flags: '', values: 't', long: '' },
  grep: {
    configured: true,
    flags: 'EFGPIachHilLnopqrvwWz',
    values: 'ABCme',
    long: 'cached untracked exclude-standard recurse-submodules text ignore-case word-regexp invert-match extended-regexp basic-regexp perl-regexp fixed-strings line-number column files-with-matches name-only files-without-match null only-matching count color no-color break heading show-function function-context quiet full-name all-match and or not',
    longValues: 'max-depth threads after-context before-context context max-count',
  },
  fsck: {
    long: 'no-dangling dangling unreachable root tags cache full strict verbose connectivity-only no-progress progress name-objects no-reflogs',
  },
  version: { long: 'build-options' },
  help: { configured: true, flags: 'ag', long: 'all guides' },
  var: {
    flags: 'l',
    operands: (operands) =>
      operands.every(({ value }) => /^GIT_(AUTHOR|COMMITTER)_IDENT$/.test(value ?? '')) &&
      operands.length === 1,
  },
  branch: {
    // `pager.branch` names a program; it starts on a terminal only, and others may run what we allow on one
    configured: true,
    flags: 'avrlqi',
    long: 'all remotes list verbose show-current column no-column ignore-case color no-color no-abbrev abbrev',
    longValues: 'sort format points-at contains no-contains merged no-merged',
    operands: (operands, options) => operands.length === 0 || listing(options, ['--list', '-l']),
  },
  tag: {
    configured: true,
    flags: 'li',
    attached: 'n',
    long: 'list column no-column ignore-case color',
    longValues: 'sort format points-at contains no-contains merged no-merged',
    operands: (operands, options) => operands.length === 0 || listing(options, ['-l', '--list']),
  },
  remote: {
    flags: 'v',
    long: 'verbose',
    operands: (operands, _options, verb) =>
      operands.length === 0 || (verb === 'get-url' && operands.length === 2),
  },
  stash: {
    configured: true,
    ...diff,
    operands: startsWith('list', 'show'),
  },
  notes: { long: '', operands: startsWith('list', 'show') },
  reflog: {
    ...log,
    operands: (operands, _options, verb) =>
      operands.length === 0 || verb === 'show' || verb === 'exists' || /^HEAD/.test(operands[0]?.value ?? ''),
  },
  worktree: { long: 'porcelain verbose', flags: 'vz', operands: startsWith('list') },
  'symbolic-ref': { flags: 'q', long: 'short quiet recurse', operands: (operands) => operands.length === 1 },
  submodule: {
    long: 'cached quiet recursive',
    flags: 'q',
    operands: startsWith('status'),
  },
  config: {
    flags: 'l',
    long: 'get get-all get-regexp list show-origin show-scope name-only local global system null includes',
    longValues: 'type',
    operands: (operands, options) =>
      listing(options, ['--get', '--get-all']) &&
      operands.length === 1 &&
      !/token|password|secret|helper|extraheader|key|insteadof|^url/i.test(operands[0]?.value ?? 'key'),
  },
}

export const gitSubcommands: readonly string[] = Object.keys(subcommands)

/** git by sub-commands. Of the options before them only those that change nothing about what runs. */
export const git: ProgramTable = ({ args }) => {
  const folders: (string | undefined)[] = []
  let at = 0
  for (; at < args.length; at++) {
    const { value } = args[at]!
    if (value === '-C') {
      const paths = args[at + 1] ? pathsOf(args[at + 1]!) : [undefined]
      folders.push(paths.length === 1 ? paths[0] : undefined)
      at++
    } else if (
      !/^(--no-pager|-P|--no-optional-locks|--literal-pathspecs|--no-replace-objects)$/.test(value ?? '')
    )
      break
  }
  const name = args[at]?.value
  if (name === '--version' || name === '-v' || name === '--help' || name === '-h')
    return args.length === at + 1
      ? reads('git shows its version or help')
      : changes('git: not known to only read')
  if (args[at] !== undefined && name === undefined)
    return changes('git: only the run decides the sub-command')
  if (name?.startsWith('-')) return changes(`git: the option ${name} may change what runs`)
  const call: ProgramCall = { name: name ?? '', args: args.slice(at + 1), hasInput: false }
  return { ...judgeSubcommand(call), folders }
}

function judgeSubcommand({ name, args }: ProgramCall): ProgramVerdict {
  const spec = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined
  if (!spec) return changes(name === '' ? 'git alone shows help' : `git ${name} is not known to only read`)
  if (args.length === 1 && args[0]!.value === '-h') return reads('git shows help')
  // a page: the configuration names what shows it
  if (args.length === 1 && args[0]!.value === '--help') return reads('git shows help', [], { usesGit: true })
  const { problem, operands, files, written, options } = sortWords(args, spec)
  if (problem !== undefined) return changes(`git ${name}: ${problem}`, pathsFrom(written, 'write'))
  const risky = args.find(
    (word) => word.value === undefined && (word.glob || couldBeOption(word)) && !isRevision(word),
  )
  if (risky) return changes(`git ${name}: ${risky.text} may become an option`)
  const { operands: allowed = 'any' } = spec
  const fits =
    allowed === 'any' ||
    (allowed === 'none' ? operands.length === 0 : allowed(operands, options, args[0]?.value))
  if (!fits) return changes(`git ${name} called like this is not known to only read`)
  const shown = printsContents.has(name) ? operands.flatMap(contentsOf) : []
  const paths = pathsFrom([...files, ...shown], 'read')
  return reads(`git ${name} only reads`, paths, { usesGit: spec.configured === true })
}

const printsContents = new Set([
  'diff',
  'show',
  'log',
  'cat-file',
  'blame',
  'annotate',
  'diff-index',
  'diff-tree',
  'diff-files',
])

/** The path whose contents it may print: `.env`, `HEAD:.env`, `:(top).env`. A revision alone looks like one, and hurts nobody. */
function contentsOf(word: ShellWord): readonly ShellWord[] {
  const { value } = word
  if (value === undefined || /^:[!^]|^:\(exclude/.test(value)) return []
  const behind = /^:\([^)]*\)/.exec(value)?.[0].length ?? value.lastIndexOf(':') + 1
  // behind a revision a path begins at the top of the repository, never at that of the disk
  const path = behind === 0 ? value : value.slice(behind).replace(/^\/+/, '')
  return path === '' ? [] : [literalWord(path, word)]
}

/** Substitutions of git that print a revision: never an option. */
function isRevision({ text }: ShellWord): boolean {
  return /^"?\$\(git (rev-parse|describe|merge-base)( [\w./~^@={}-]+)*\)"?$/.test(text)
}
