/** What a command did beside reading, as the system saw it: attempts count as much as what went well. */
export interface Deeds {
  /** Paths of the programs that it started, the shell that it was given to left out. */
  readonly started: readonly string[]
  /** `openat a.txt`, `unlink x`, `connect 127.0.0.1`: what changes a file, the machine or speaks to another. */
  readonly changing: readonly string[]
}

const changingCalls =
  'creat mkdir mkdirat mknod mknodat unlink unlinkat rmdir rename renameat renameat2 link linkat symlink symlinkat truncate ftruncate chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat utime utimes utimensat futimesat setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr mount umount2 sethostname setdomainname settimeofday clock_settime adjtimex clock_adjtime'.split(
    ' ',
  )

/** For `strace -e trace=`. A name with `?` may be unknown to this machine. */
export const tracedCalls = ['execve', 'execveat', 'open', 'openat', 'openat2', 'connect', ...changingCalls]
  .map((name) => `?${name}`)
  .join(',')

/** Opened for writing by everybody, and kept by nobody. */
const noFile =
  /^\/dev\/(null|tty|full|console|stdout|stderr|fd\/\d+|pts\/\d+)$|^\/proc\/self\/(fd\/\d+|task\/\d+\/comm)$/

/** Reads what `strace -f -qq -o` wrote. A call that another thread interrupts is told by its first line alone. */
export function readTrace(text: string): Deeds {
  const started: string[] = []
  const changing: string[] = []
  for (const line of text.split('\n')) {
    const call = /^(?:\d+ +)?([a-z]\w*)\((.*)$/.exec(line)
    if (!call) continue
    const [, name = '', args = ''] = call
    const path = /"((?:[^"\\]|\\.)*)"/.exec(args)?.[1]
    if (name === 'execve' || name === 'execveat') started.push(path ?? args)
    else if (name === 'connect') {
      const address = /AF_INET6?\b.*/.exec(args)?.[0]
      if (address !== undefined)
        changing.push(`connect ${/inet_\w+\([^"]*"([^"]+)"/.exec(address)?.[1] ?? address}`)
    } else if (/^open/.test(name)) {
      const writes = /\bO_(WRONLY|RDWR|CREAT|TRUNC|TMPFILE)\b/.test(args.slice(args.indexOf('"')))
      if (writes && !noFile.test(path ?? '')) changing.push(`${name} ${path ?? args}`)
    } else if (changingCalls.includes(name)) changing.push(`${name} ${path ?? args}`)
  }
  return { started: started.slice(1), changing }
}
