import { basename } from 'node:path'

const setsPages = 'nroff groff troff tbl preconv locale col grotty cat'

/** What a program starts of its own beside itself. Written down, each with the reason; anything else is a fault. */
const children: Readonly<Record<string, { readonly names: string; readonly why: string }>> = {
  ag: { names: 'sh git', why: 'asks `git config` for the file of names to ignore' },
  apropos: { names: 'man', why: 'another name of it' },
  diff: { names: 'pr', why: '-l sets pages' },
  dpkg: { names: 'dpkg-query', why: 'what it only asks is its work' },
  egrep: { names: 'grep', why: 'a script around grep' },
  fd: { names: 'ls', why: '-l lists as ls does' },
  fdfind: { names: 'ls', why: '-l lists as ls does' },
  fgrep: { names: 'grep', why: 'a script around grep' },
  git: {
    names: `man ${setsPages} git-submodule basename sed gettext envsubst uname`,
    why: '`git x --help` shows a page of the manual; `git submodule` is a script',
  },
  gunzip: { names: 'gzip', why: 'a script around gzip' },
  info: { names: 'sh gzip', why: 'unpacks its page, whose plain name is all that the shell gets' },
  locale: { names: 'gzip', why: 'unpacks the tables of the system that -m lists' },
  lsb_release: { names: 'getopt cut tr cat python3', why: 'a script: of the shell or of Python, by version' },
  man: { names: `apropos whatis ${setsPages}`, why: 'sets the page; other names of it search' },
  npm: { names: 'node', why: 'a script of node' },
  npx: { names: 'node', why: 'a script of node' },
  tar: { names: 'gzip bzip2 xz zstd', why: 'unpacks what it lists' },
  yq: { names: 'jq python3', why: 'one of the two programs of this name turns YAML into what jq reads' },
  zcat: { names: 'gzip', why: 'a script around gzip' },
  zgrep: { names: 'gzip grep sed', why: 'a script around gzip and grep' },
}

export function isForeseenStart(path: string, own: readonly string[]): boolean {
  const name = basename(path)
  return (
    own.includes(name) || own.some((program) => children[program]?.names.split(' ').includes(name) === true)
  )
}

interface Change {
  readonly deed: RegExp
  readonly why: string
}

const manualCache: Change = {
  deed: /^(openat|rename|unlink|f?ch(own|mod)) \/var\/cache\/man\//,
  why: 'root keeps a page that was set in the cache of the system',
}

const javaCounters: Change = {
  deed: /^(openat \/proc\/self\/coredump_filter|(mkdir|unlink) \/tmp\/hsperfdata_\w+(\/\d+)?|openat \d+|ftruncate \d+, \d+\).*|made tmp\/hsperfdata_\w+|changed tmp \(.*)$/,
  why: 'the virtual machine counts in a temporary file while it runs',
}

/** What a program writes though it only reads. */
const changes: Readonly<Record<string, readonly Change[]>> = {
  git: [
    {
      deed: /^(openat|rename|unlink) \S*\.git\/index\.lock$/,
      why: 'status, diff and describe write down anew which time stamps they found; the entries stay',
    },
    manualCache,
  ],
  java: [javaCounters],
  javac: [javaCounters],
  man: [manualCache],
}

export function isForeseenChange(deed: string, own: readonly string[]): boolean {
  return own.some((program) => changes[program]?.some((each) => each.deed.test(deed)) === true)
}
