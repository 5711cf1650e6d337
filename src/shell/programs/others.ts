import type { ProgramTable } from '../program.js'
import { changes, pathsFrom, reads, sortWords } from './options.js'

/** `sort`: `-o` writes, `--compress-program` runs; a glob may become one of them. */
const sort: ProgramTable = ({ args }) => {
  const { problem, operands } = sortWords(args, {
    flags: 'bcCdfghiMmnRrsuVz',
    values: 'kt',
    long: 'help version ignore-leading-blanks dictionary-order ignore-case general-numeric-sort human-numeric-sort ignore-nonprinting month-sort numeric-sort random-sort reverse version-sort check merge stable unique zero-terminated debug',
    longValues: 'key field-separator sort parallel',
  })
  const paths = pathsFrom(operands, 'read')
  if (problem !== undefined) return changes(`sort: ${problem}`, paths)
  return args.some((word) => word.glob)
    ? changes('sort: a glob may become an option', paths)
    : reads('sort only reads', paths)
}

/** Listing only, and no option that names a program. */
const tar: ProgramTable = ({ args }) => {
  const [mode, ...rest] = args
  const { problem, operands, files } = sortWords(
    /^[a-zA-Z]+$/.test(mode?.value ?? '')
      ? [{ ...mode!, value: `-${mode!.value}`, prefix: `-${mode!.value}` }, ...rest]
      : args,
    {
      flags: 'tvzjJ',
      files: 'f',
      long: 'list verbose gzip bzip2 xz zstd help version',
      longFiles: 'file',
    },
  )
  const lists = args.some(({ value }) => value === '--list' || /^-?[a-zA-Z]*t[a-zA-Z]*$/.test(value ?? ''))
  if (problem !== undefined || !lists) return changes(`tar: ${problem ?? 'not known to only list'}`)
  // `host:file` is fetched with a program
  const remote = files.some(({ value }) => value === undefined || value.includes(':'))
  return remote
    ? changes('tar: the archive may be on another machine')
    : reads('tar lists', [...pathsFrom(files, 'read'), ...pathsFrom(operands.slice(0, 0), 'read')])
}

const onlyWith =
  (what: string, test: (values: readonly string[]) => boolean): ProgramTable =>
  ({ name, args }) => {
    const values = args.map(({ value }) => value)
    if (values.includes(undefined) || !test(values as string[]))
      return changes(`${name} is not known to only read like this`)
    return reads(`${name} ${what}`)
  }

const starts =
  (...prefixes: string[]) =>
  (values: readonly string[]) =>
    prefixes.some((prefix) => values.join(' ') === prefix)

const fd: ProgramTable = ({ name, args }) => {
  const { problem, operands } = sortWords(args, {
    flags: 'HIisaLpgFl0u',
    values: 'deEtSoc',
    long: 'hidden no-ignore case-sensitive ignore-case absolute-path follow full-path glob fixed-strings list-details print0 unrestricted help version',
    longValues:
      'max-depth min-depth exact-depth extension exclude type size changed-within changed-before color max-results',
  })
  const paths =
    operands.length > 1
      ? pathsFrom(operands.slice(1), 'read')
      : [{ access: 'read' as const, path: '.', text: '.' }]
  return problem === undefined ? reads(`${name} only looks`, paths) : changes(`${name}: ${problem}`, paths)
}

const gzip: ProgramTable = ({ args }) => {
  const { problem, operands, options } = sortWords(args, {
    flags: 'lctdvq',
    long: 'list test stdout to-stdout help version',
  })
  const quiet = ['-l', '-t', '-c', '--list', '--test', '--stdout', '--to-stdout', '--help', '--version'].some(
    (option) => options.has(option),
  )
  return problem === undefined && quiet
    ? reads('gzip only reads', pathsFrom(operands, 'read'))
    : changes('gzip changes files', pathsFrom(operands, 'write'))
}

const unzip: ProgramTable = ({ args }) => {
  const { problem, operands, options } = sortWords(args, { flags: 'lvtqZ', long: '' })
  const lists = ['-l', '-v', '-t', '-Z'].some((option) => options.has(option))
  return problem === undefined && lists
    ? reads('unzip lists', pathsFrom(operands.slice(0, 1), 'read'))
    : changes('unzip writes files')
}

/** What is installed, out of the package manager's own files. */
const dpkg = (values: readonly string[]): boolean =>
  /^(-l|--list|-L|--listfiles|-s|--status|-S|--search|--print-architecture|--version)$/.test(
    values[0] ?? '',
  ) && values.slice(1).every((value) => /^[\w*?][\w.+:*?/-]*$|^\/[\w./+-]+$/.test(value))

/** Whether units run; what they print is not shown. */
const systemctl = (values: readonly string[]): boolean => {
  const words = values.filter(
    (value) =>
      !/^(--(no-pager|user|system|quiet|all|full|plain|no-legend|failed|type=[\w,-]+|state=[\w,-]+)|-[qal])$/.test(
        value,
      ),
  )
  const [verb = 'list-units', ...units] = words
  return (
    /^(is-active|is-enabled|is-failed|is-system-running|list-units|list-unit-files|list-timers|list-sockets|list-dependencies|--version)$/.test(
      verb,
    ) && units.every((unit) => /^[\w*][\w.@:*-]*$/.test(unit))
  )
}

/** `docker logs`: what a container printed. */
const containerLogs = (values: readonly string[]): boolean =>
  values.every((value, i) =>
    /^(-n|--tail|--since|--until)$/.test(values[i - 1] ?? '')
      ? /^\w[\w:.+-]*$/.test(value)
      : /^(-[fntn]|--(follow|timestamps|details|tail|since|until)|--(tail|since|until)=\w[\w:.+-]*|\w[\w.-]*)$/.test(
          value,
        ),
  )

/** Containers: what is there and what they print, never what is in them, and only on this machine's own daemon. */
const docker = (values: readonly string[]): boolean => {
  if (
    values.some((value) =>
      /^(-H|--host|--context|-c|--url|--connection|--config|--identity)(=|$)/.test(value),
    )
  )
    return false
  const [first = '', second = ''] = values
  if (/^(--version|-v|version|info|images|ps|history|top|port|diff|stats|--help)$/.test(first))
    return first !== 'stats' || values.includes('--no-stream')
  if (/^(container|image|volume|network|system|context|builder)$/.test(first))
    return /^(ls|list|ps|df|history|top|port)$/.test(second)
  if (first === 'logs') return containerLogs(values.slice(1))
  if (first === 'compose')
    return (
      /^(ps|ls|images|version|top|port)$/.test(second) ||
      (second === 'config' &&
        // alone it shows what stands in .env
        values.length > 2 &&
        values.slice(2).every((value) => /^--(services|volumes|images|profiles|quiet)$|^-q$/.test(value)))
    )
  return false
}

/**
 * How programs are asked for their version, and for nothing else: in another's spelling `vim -V` opens the editor, `dpkg -V`
 * checks packages and `psql -version` connects to a server. Not those that then run what a file of the folder names (rustc, cargo,
 * go, dotnet, swift, pytest), ask a server (terraform, az, kubectl) or keep a log of it (gcloud).
 */
const versionOptions: Readonly<Record<string, string>> = {
  '--version':
    'make gcc g++ clang cc ld cmake ninja python python3 php perl ruby node deno bun java javac ctags screen vim nvim emacs nano gh aws pip pip3 poetry uv tsc eslint prettier psql mysql sqlite3 redis-cli mongo bash zsh sh git-lfs brew apt rpm docker podman npm npx',
  '-V': 'ld python python3 deno uv poetry pip pip3 tmux ssh nano mysql psql',
  '-v': 'node npm npx perl php ruby',
  '-version': 'java javac kotlinc cmake ffmpeg sqlite3 bash',
}

const isVersionOf = (name: string, values: readonly string[]): boolean =>
  values.length === 1 && versionOptions[values[0]!]?.split(' ').includes(name) === true

const showsVersion: ProgramTable = (call) =>
  onlyWith('shows its version', (values) => isVersionOf(call.name, values))(call)

/** What asks no index: `list --outdated` does. */
const pip = (values: readonly string[]): boolean =>
  isVersionOf('pip', values) ||
  (/^(list|show|freeze|check)$/.test(values[0] ?? '') &&
    values
      .slice(1)
      .every((value) =>
        /^([\w.][\w.-]*|-[lefvq]|--(local|user|all|editable|exclude-editable|not-required|files|verbose|quiet|format=\w+))$/.test(
          value,
        ),
      ))

export const others: Readonly<Record<string, ProgramTable>> = {
  // of npm nothing else: `npm ls` writes logs and asks the registry
  ...Object.fromEntries(
    Object.values(versionOptions).flatMap((names) => names.split(' ').map((name) => [name, showsVersion])),
  ),
  sort,
  tar,
  fd,
  fdfind: fd,
  gzip,
  gunzip: gzip,
  unzip,
  docker: onlyWith('lists', docker),
  podman: onlyWith('lists', docker),
  dpkg: onlyWith('shows what is installed', dpkg),
  systemctl: onlyWith('shows what runs', systemctl),
  pip: onlyWith('only reads', pip),
  pip3: onlyWith('only reads', pip),
  openssl: onlyWith('shows its version', starts('version', 'version -a')),
  xmllint: onlyWith(
    'checks',
    (values) => values.length === 2 && values[0] === '--noout' && !/[:-]/.test(values[1]!),
  ),
}
