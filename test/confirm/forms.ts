import { readdirSync, readFileSync } from 'node:fs'
import { analyseCommand } from '../../src/shell/analyse-command.js'
import { knownPrograms } from '../../src/shell/judge-program.js'
import { gitSubcommands } from '../../src/shell/programs/git.js'

/** One harmless call of each program that has a table; what is not named here asks for its version. */
const programs: Readonly<Record<string, string>> = {
  sort: 'sort names.txt',
  tar: 'tar -tf archive.tar.gz',
  fd: 'fd README .',
  fdfind: 'fdfind README .',
  gzip: 'gzip -l archive.gz',
  gunzip: 'gunzip -c archive.gz',
  unzip: 'unzip -l archive.zip',
  xmllint: 'xmllint --noout page.xml',
  cat: 'cat a.txt',
  tac: 'tac a.txt',
  head: 'head a.txt',
  tail: 'tail a.txt',
  nl: 'nl a.txt',
  wc: 'wc a.txt',
  cut: 'cut -d, -f1 data.csv',
  tr: 'tr a b < names.txt',
  rev: 'rev names.txt',
  uniq: 'uniq names.txt',
  comm: 'comm a.txt b.txt',
  cmp: 'cmp a.txt a.txt',
  diff: 'diff a.txt b.txt',
  join: 'join a.txt b.txt',
  paste: 'paste a.txt b.txt',
  fold: 'fold README.md',
  fmt: 'fmt README.md',
  expand: 'expand README.md',
  unexpand: 'unexpand README.md',
  column: 'column names.txt',
  shuf: 'shuf names.txt',
  tsort: 'tsort pairs.txt',
  numfmt: 'numfmt 1024',
  iconv: 'iconv names.txt',
  look: 'look al names.txt',
  strings: 'strings archive.tar',
  hexdump: 'hexdump a.txt',
  hd: 'hd a.txt',
  od: 'od a.txt',
  xxd: 'xxd a.txt',
  base64: 'base64 a.txt',
  base32: 'base32 a.txt',
  ...Object.fromEntries(
    'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum'
      .split(' ')
      .map((name) => [name, `${name} a.txt`]),
  ),
  zcat: 'zcat archive.gz',
  zgrep: 'zgrep alpha archive.gz',
  grep: 'grep alpha names.txt',
  rg: 'rg alpha names.txt',
  ag: 'ag alpha names.txt',
  tree: 'tree src',
  ls: 'ls src',
  du: 'du src',
  df: 'df .',
  stat: 'stat a.txt',
  file: 'file a.txt',
  readlink: 'readlink link.md',
  realpath: 'realpath a.txt',
  namei: 'namei a.txt',
  basename: 'basename src/app.py',
  dirname: 'dirname src/app.py',
  readelf: 'readelf -h /bin/ls',
  zipinfo: 'zipinfo archive.zip',
  jq: 'jq . data.json',
  date: 'date',
  test: 'test -f a.txt',
  '[': '[ -f a.txt ]',
  printf: "printf '%s' a",
  command: 'command -v ls',
  hostname: 'hostname',
  umask: 'umask',
  kill: 'kill -l',
  read: 'read -r line < names.txt',
  man: 'man ls',
  echo: 'echo a',
  true: 'true',
  false: 'false || true',
  ':': ':',
  wait: 'wait',
  exit: 'exit 0',
  break: 'while true; do break; done',
  continue: 'for i in 1; do continue; done',
  return: 'return',
  which: 'which ls',
  type: 'type ls',
  whereis: 'whereis ls',
  hash: 'hash',
  help: 'help cd',
  pwd: 'pwd',
  uname: 'uname',
  whoami: 'whoami',
  logname: 'logname || true',
  id: 'id',
  groups: 'groups',
  users: 'users',
  who: 'who',
  w: 'w',
  uptime: 'uptime',
  nproc: 'nproc',
  free: 'free',
  vmstat: 'vmstat',
  lscpu: 'lscpu',
  lsb_release: 'lsb_release -a',
  getconf: 'getconf PAGE_SIZE',
  ps: 'ps',
  pstree: 'pstree',
  pidof: 'pidof bash',
  pgrep: 'pgrep bash',
  ss: 'ss',
  sleep: 'sleep 0',
  seq: 'seq 2',
  yes: 'yes | head -2',
  factor: 'factor 12',
  expr: 'expr 1 + 1',
  bc: "echo '1 + 1' | bc",
  info: 'info ls',
  awk: "awk '{ print $1 }' names.txt",
  gawk: "gawk '{ print $1 }' names.txt",
  mawk: "mawk '{ print $1 }' names.txt",
  find: 'find src',
  git: 'git --version',
  egrep: 'egrep alpha names.txt',
  fgrep: 'fgrep alpha names.txt',
  bat: 'bat a.txt',
  batcat: 'batcat a.txt',
  yq: 'yq .key config.yaml',
  dpkg: 'dpkg -s bash',
  systemctl: 'systemctl --version',
  netstat: 'netstat -n',
  ip: 'ip addr',
  set: 'set -e',
  ulimit: 'ulimit -a',
  lsblk: 'lsblk',
  locale: 'locale',
  tty: 'tty || true',
  arch: 'arch',
  cal: 'cal',
  sed: "sed 's/a/b/' names.txt",
  kotlinc: 'kotlinc -version',
  ld: 'ld -V',
  nano: 'nano -V',
  openssl: 'openssl version',
  ssh: 'ssh -V',
  tmux: 'tmux -V',
  ffmpeg: 'ffmpeg -version',
}

/** One of each sub-command. */
const git: Readonly<Record<string, string>> = {
  blame: 'src/app.py',
  annotate: 'src/app.py',
  'diff-index': 'HEAD',
  'diff-tree': 'HEAD',
  'ls-tree': 'HEAD',
  'rev-parse': 'HEAD',
  'rev-list': 'HEAD',
  'merge-base': 'main dev',
  'name-rev': 'HEAD',
  shortlog: 'HEAD',
  'cat-file': '-p HEAD',
  'check-ignore': 'app.log',
  'check-attr': '-a a.txt',
  'hash-object': 'a.txt',
  grep: 'alpha',
  help: '-a',
  var: 'GIT_AUTHOR_IDENT',
  stash: 'list',
  notes: 'list',
  worktree: 'list',
  'symbolic-ref': 'HEAD',
  submodule: 'status',
  config: '--get user.name',
}

/** In the tables for the files that they name: no form of them only reads. */
export const neverReading =
  'rm rmdir unlink shred mkdir touch truncate tee chmod chown chgrp mv cp install rsync ln source . dd curl wget'.split(
    ' ',
  )

export const programForms: readonly string[] = knownPrograms
  .filter((name) => !neverReading.includes(name))
  .map((name) => programs[name] ?? `${name} --version`)

export const gitForms: readonly string[] = gitSubcommands.map((name) =>
  `git ${name} ${git[name] ?? ''}`.trim(),
)

export const onlyReads = (command: string): boolean => {
  const { readOnly, uncertain } = analyseCommand(command)
  return readOnly.value && uncertain.length === 0
}

/** Each form once more with every option that the tables let through, and with a value where it needs one; by form. */
export function optionForms(): readonly (readonly string[])[] {
  return [
    ...programForms.map((form) => withOptions(form, optionsOf(form.split(' ')[0]!))),
    ...gitForms.map((form) => withOptions(form, optionsOf('git'))),
  ]
}

const folder = new URL('../../src/shell/programs/', import.meta.url)
const tables = readdirSync(folder).map((file) => {
  const words = readFileSync(new URL(file, folder), 'utf8').match(/(?<![\w-])[a-z0-9][a-z0-9-]*(?![\w-])/g)
  return new Set(words)
})
const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.']

/** Each letter, and as a long name each word of the tables that name the program: more than there are, and none is missing. */
function optionsOf(program: string): readonly string[] {
  const own = tables.filter((words) => words.has(program))
  const words = new Set((own.length > 0 ? own : tables).flatMap((each) => [...each]))
  return [...letters.map((letter) => `-${letter}`), ...[...words].map((word) => `--${word}`)]
}

function withOptions(form: string, options: readonly string[]): readonly string[] {
  const [, head, rest] = /^((?:echo .* \| )?(?:git [a-z][a-z-]*|\S+))(.*)$/s.exec(form)!
  // to echo and its kind no word is an option
  if (onlyReads(`${head} --no-such-option${rest}`)) return []
  return options.flatMap((option) => {
    const plain = `${head} ${option}${rest}`
    if (!onlyReads(plain) && !onlyReads(`${head} ${option} 1${rest}`)) return []
    // the third of them lacks its value, where one is needed
    const isFlag = onlyReads(`${head}${rest} ${option} ${option} ${option}`)
    const withValue = [`${head} ${option} 1${rest}`, `${head} ${option}=1${rest}`].find(onlyReads)
    const called = isFlag ? plain : (withValue ?? plain)
    return onlyReads(called) ? [called] : []
  })
}
