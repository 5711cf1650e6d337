import { type LeadingOptions, type OptionShape, readLeadingOptions } from './leading-options.js'
import { placeholder, type ShellWord } from './shell-word.js'

/** A program that runs the command which its own arguments name. */
interface Wrapper extends OptionShape {
  /** Words between the options and the command. */
  readonly operands?: number
  /** `NAME=value` words may stand before the command. */
  readonly assignments?: boolean
  /** The option whose value is the folder that the command runs in. */
  readonly folder?: RegExp
  /** With one of these it runs nothing. */
  readonly idle?: RegExp
  /** Adds words of its own to the command. */
  readonly open?: boolean
}

const plain: Wrapper = {}

const wrappers: ReadonlyMap<string, Wrapper> = new Map(
  Object.entries({
    command: { idle: /^[vV]$/ },
    builtin: plain,
    exec: { short: 'a' },
    time: { short: 'fo', long: 'format output' },
    env: { short: 'uCS', long: 'unset chdir split-string', assignments: true, folder: /^(C|c|ch|chd.*)$/ },
    sudo: {
      short: 'CDghpRrtTUu',
      long: 'close-from chdir group host prompt chroot role type command-timeout other-user user',
      assignments: true,
      folder: /^(D|chdir)$/,
      idle: /^(e|edit|l|list|v|validate|V|version)$/,
    },
    doas: { short: 'uCa' },
    pkexec: { long: 'user' },
    timeout: { short: 'ks', long: 'kill-after signal', operands: 1 },
    nohup: plain,
    nice: { short: 'n', long: 'adjustment' },
    ionice: { short: 'cnpPu', long: 'class classdata pid pgid uid' },
    stdbuf: { short: 'ioe', long: 'input output error' },
    setsid: plain,
    chroot: { long: 'userspec groups', operands: 1 },
    xargs: {
      short: 'adEILnPs',
      long: 'arg-file delimiter max-args max-procs max-chars process-slot-var',
      open: true,
    },
    strace: { short: 'aeEIoOpPsSuUXb', long: 'output attach user trace' },
    ltrace: { short: 'aADeFlnopsuwx' },
    taskset: { operands: 1 },
    prlimit: { short: 'p', long: 'pid' },
    choom: { short: 'np', long: 'adjust pid' },
    chrt: { short: 'TPDp', operands: 1 },
    uclampset: { short: 'mMp' },
    setpriv: {
      long: 'reuid regid ruid euid rgid egid groups inh-caps ambient-caps bounding-set securebits pdeathsig selinux-label apparmor-profile',
    },
    unshare: { short: 'SGRw', long: 'setuid setgid root wd map-user map-group propagation setgroups' },
    nsenter: { short: 'tSG', long: 'target setuid setgid' },
    runuser: { short: 'ucgGsw', long: 'user command group supp-group shell' },
    setarch: { operands: 1 },
    linux32: plain,
    linux64: plain,
    flock: { short: 'wEc', long: 'wait timeout conflict-exit-code command', operands: 1 },
    'xvfb-run': { short: 'nefpsw', long: 'server-num error-file auth-file server-args wait xauth-protocol' },
    'dbus-run-session': { long: 'config-file dbus-daemon' },
    'systemd-run': {
      short: 'uptEHMd',
      long: 'unit property slice uid gid nice setenv working-directory description machine host service-type on-active on-boot on-calendar',
    },
    'systemd-inhibit': { long: 'what who why mode' },
    chronic: plain,
    ifne: plain,
    unbuffer: plain,
    catchsegv: plain,
    eatmydata: plain,
    fakeroot: { short: 'lsib', long: 'lib faked save load' },
    faketime: { short: 'f', operands: 1 },
    numactl: { short: 'mNCip', long: 'membind cpunodebind physcpubind interleave preferred' },
    valgrind: plain,
    torsocks: plain,
    proxychains: { short: 'f' },
    proxychains4: { short: 'f' },
    caffeinate: { short: 'tw' },
    entr: plain,
    busybox: plain,
    toybox: plain,
    noglob: plain,
    nocorrect: plain,
    '-': plain,
  } satisfies Record<string, Wrapper>),
)

export interface Unwrapped {
  readonly words: readonly ShellWord[]
  /** Where it runs, from where the wrapper runs. */
  readonly folders: readonly (string | undefined)[]
  /** More words than these follow, which only the run decides. */
  readonly open: boolean
  /** An option of the wrapper, or what may be one, that only the run decides. */
  readonly dark: ShellWord | undefined
  readonly options: LeadingOptions['options']
  /** `NAME=value` words before the command. */
  readonly assignments: readonly ShellWord[]
}

/** The command behind a wrapper. `undefined`: the program is none, or runs nothing. */
export function unwrap(program: string, call: readonly ShellWord[]): Unwrapped | undefined {
  const wrapper = wrappers.get(program.replace(/^g(?=(timeout|nice|env|xargs|stdbuf|nohup|chroot)$)/, ''))
  if (!wrapper) return undefined
  const { options, rest, dark } = readLeadingOptions(call.slice(1), wrapper)
  if (wrapper.idle && options.some(({ name }) => wrapper.idle?.test(name))) return undefined
  const command = rest.slice(wrapper.operands ?? 0)
  const first = wrapper.assignments ? command.findIndex((word) => !isAssignment(word)) : 0
  const inner = first < 0 ? [] : command.slice(first)
  const folders = options.filter(({ name }) => wrapper.folder?.test(name)).map(({ value }) => value?.value)
  const assignments = first < 0 ? command : command.slice(0, first)
  if (inner.length === 0 && dark === undefined && options.length === 0) return undefined
  const mark = wrapper.open ? replacedMark(options) : undefined
  const words = mark === undefined ? inner : inner.map((word) => placeholder(word, mark))
  return { words, folders, open: mark === undefined && (wrapper.open ?? false), dark, options, assignments }
}

/** `xargs -I% cmd %`: what stands for a line of the input. Nothing is added at the end then. */
function replacedMark(options: LeadingOptions['options']): string | undefined {
  const option = options.findLast(
    ({ name }) => name === 'I' || name === 'i' || ('replace'.startsWith(name) && name.length > 1),
  )
  return option && (option.value?.value ?? '{}')
}

function isAssignment({ prefix }: ShellWord): boolean {
  return /^[A-Za-z_]\w*=/.test(prefix)
}
