import type { ProgramTable } from '../program.js'
import type { ShellWord } from '../shell-word.js'
import { changes, pathsFrom, reads, sortWords } from './options.js'
import { simple } from './simple.js'

const help = 'help version'

/** `date`: an operand that does not begin with `+`, and `-s`, set the clock. */
const date: ProgramTable = ({ args }) => {
  const { problem, operands, files } = sortWords(args, {
    flags: 'uIR',
    values: 'd',
    files: 'fr',
    long: `${help} utc universal iso-8601 rfc-email rfc-3339 debug`,
    longValues: 'date',
    longFiles: 'reference file',
  })
  if (problem !== undefined) return changes(`date: ${problem}`)
  if (operands.some(({ prefix }) => !prefix.startsWith('+')))
    return changes('date with such an operand sets the clock')
  return reads('date shows the time', pathsFrom(files, 'read'))
}

/** Arithmetic and `-v` evaluate text, and with it commands in a subscript. */
const test: ProgramTable = ({ name, args }) => {
  const words = name === '[' ? args.slice(0, -1) : args
  if (name === '[' && args.at(-1)?.value !== ']') return changes('[ without ] is a mistake')
  const numeric = words.some(({ value }) => value !== undefined && /^-(eq|ne|lt|le|gt|ge)$/.test(value))
  if (numeric && words.some((word) => !isPlainForNumbers(word)))
    return changes(`${name} compares what only the run decides as numbers`)
  if (words.some(({ value }) => value === '-v' || value === '-R'))
    return changes(`${name} -v evaluates a subscript`)
  const files = words.filter((_, i) => i > 0 && /^-[abcdefghkprstuwxGLNOS]$/.test(words[i - 1]!.value ?? ''))
  return reads(`${name} only looks`, pathsFrom(files, 'read'))
}

function isPlainForNumbers({ value, prefix, values, splits }: ShellWord): boolean {
  if (value !== undefined) return /^[-+]?\d+$|^-(eq|ne|lt|le|gt|ge|a|o|z|n)$|^[!()]$|^[\w./-]*$/.test(value)
  return !splits && values !== undefined && values.every((each) => /^\d+$/.test(each)) && prefix === ''
}

/** `printf -v` assigns a variable, whose subscript is evaluated. */
const printf: ProgramTable = ({ args }) => {
  const [first] = args
  if (first === undefined) return reads('printf prints')
  if (
    first.value === undefined
      ? first.prefix === '' || first.prefix.startsWith('-')
      : first.value.startsWith('-') && first.value !== '--' && first.value !== '-'
  ) {
    return changes('printf with this option is not known to only print')
  }
  return reads('printf prints')
}

const prints: ProgramTable = ({ name }) => reads(`${name} prints`)
const nothing: ProgramTable = ({ name }) => reads(`${name} changes nothing`)

/** Only with names of programs: with no operand, or for all, they reveal nothing. */
const lookup: ProgramTable = ({ name, args }) => {
  const { problem } = sortWords(args, { flags: 'aptPfsbmM', long: help })
  return problem === undefined ? reads(`${name} says what a name means`) : changes(`${name}: ${problem}`)
}

/** `command -v x` says what x is; without -v it runs x, which is judged elsewhere. */
const command: ProgramTable = ({ args }) =>
  args[0]?.value === '-v' || args[0]?.value === '-V'
    ? reads('command -v says what a name means')
    : changes('command runs what it names')

const hostname: ProgramTable = ({ args }) => {
  const { problem, operands } = sortWords(args, {
    flags: 'aAdfiIsy',
    long: `${help} fqdn short all-fqdns all-ip-addresses ip-address domain`,
  })
  if (problem !== undefined || operands.length > 0) return changes('hostname with an operand sets the name')
  return reads('hostname shows the name')
}

const umask: ProgramTable = ({ args }) =>
  args.every(({ value }) => value === '-S' || value === '-p')
    ? reads('umask shows the mask')
    : changes('umask with an operand sets the mask')

const kill: ProgramTable = ({ args }) =>
  args[0]?.value === '-l' ? reads('kill -l lists signals') : changes('kill ends processes')

/** Its input becomes variables: nothing outside the shell. */
const read: ProgramTable = ({ args }) => {
  const { problem, operands } = sortWords(args, { flags: 'ers', values: 'adinNptu', long: '' })
  if (
    problem !== undefined ||
    operands.some(({ value }) => value === undefined || !/^[a-z_]\w*$/.test(value))
  ) {
    return changes('read into such a variable is not understood')
  }
  return reads('read takes input into variables')
}

const man: ProgramTable = ({ args }) => {
  const { problem, operands } = sortWords(args, { flags: 'kfw', long: help })
  if (problem !== undefined) return changes(`man: ${problem}`)
  return operands.some(({ value }) => value === undefined || value.includes('/'))
    ? changes('man with a file may run programs')
    : reads('man shows a page')
}

/** A shell of its own unpacks the file that it finds, also in this folder, under a name that nobody has quoted. */
const info: ProgramTable = ({ args }) =>
  args.every(({ value }) => /^[\w.+][\w.+-]*$|^--(help|version)$/.test(value ?? ''))
    ? reads('info shows a page')
    : changes('info starts a shell that may run a part of such a name')

/** Programs about the machine, and builtins of the shell. */
const ps = simple({
  operands: 'text',
  flags: 'aAdefFHjlMTwyZLNcu',
  values: 'CGgOopqstU',
  long: `${help} forest headers no-headers`,
  longValues: 'format pid ppid sort user tty cols',
})

const takesNext = /^-[A-Za-z]*[CGgOopqstUu]$|^--(format|pid|ppid|sort|user|tty|cols)$|^[a-zA-Z]*[oOkUtpq]$/

/** `e` among the options without a dash, `auxe`: what stands behind a letter with a value is that value, `axo etime`. */
function showsEnvironment({ value }: ShellWord, at: number, args: readonly ShellWord[]): boolean {
  if (value === undefined) return false
  if (/environ/i.test(value)) return true
  if (takesNext.test(args[at - 1]?.value ?? '')) return false
  return /^[a-jl-nr-su-zA-MP-TV-Z]*e[a-zA-Z]*$/.test(value)
}

/** What ends the line earlier, or shows more of it. */
const set: ProgramTable = ({ args }) => {
  const words = args.map(({ value }) => value)
  const plain = words.every(
    (word, i) =>
      /^[-+][eux]+o?$/.test(word ?? '') ||
      word === '-o' ||
      word === '+o' ||
      (/^(errexit|nounset|xtrace|pipefail)$/.test(word ?? '') && /^[-+][eux]*o$/.test(words[i - 1] ?? '')),
  )
  const named = words.every((word, i) => !/^[-+][eux]*o$/.test(word ?? '') || words[i + 1] !== undefined)
  return plain && named && words.length > 0
    ? reads('set says when the line ends')
    : changes('set like this changes how the line is read')
}

/** Addresses, links, routes and neighbours of this machine: shown, never set. */
const ip: ProgramTable = ({ args }) => {
  const words = args.map(({ value }) => value ?? '')
  const verb = words.findIndex(
    (word) => !/^-(4|6|br|brief|c|color|o|oneline|s|stats|j|json|p|pretty|d|details)$/.test(word),
  )
  const [object = '', show = 'show', ...rest] = verb < 0 ? [] : words.slice(verb)
  const shows =
    /^(a|addr|address|l|link|r|route|n|neigh)$/.test(object) &&
    /^(show|list|ls)$/.test(show) &&
    rest.every((word) => /^(dev|up|[a-z][\w.-]*)$/.test(word))
  return shows ? reads('ip shows') : changes('ip like this may set something')
}

const ulimit: ProgramTable = ({ args }) =>
  args.every(({ value }) => /^-[HSa-z]+$/.test(value ?? ''))
    ? reads('ulimit shows limits')
    : changes('ulimit with a number sets a limit')

const netstat = simple({
  operands: 'none',
  flags: 'aegilnopstuwWx46r',
  long: `${help} all numeric listening tcp udp unix programs extend route interfaces statistics`,
})

export const system: Readonly<Record<string, ProgramTable>> = {
  date,
  test,
  '[': test,
  printf,
  command,
  hostname,
  umask,
  kill,
  read,
  man,
  echo: prints,
  true: nothing,
  false: nothing,
  ':': nothing,
  wait: nothing,
  exit: ({ args }) => (args.length <= 1 ? reads('exit ends the line') : changes('exit takes one number')),
  break: nothing,
  continue: nothing,
  return: nothing,
  which: lookup,
  type: lookup,
  whereis: lookup,
  hash: ({ args }) =>
    args.length === 0 ? reads('hash lists what it knows') : changes('hash changes what a name means'),
  help: prints,
  pwd: simple({ operands: 'none', flags: 'LP' }),
  uname: simple({
    operands: 'none',
    flags: 'asnrvmpio',
    long: `${help} all kernel-name nodename kernel-release kernel-version machine processor operating-system`,
  }),
  whoami: simple({ operands: 'none', long: help }),
  logname: simple({ operands: 'none', long: help }),
  id: simple({ operands: 'text', flags: 'agGnruzZ', long: `${help} group groups name real user zero` }),
  groups: simple({ operands: 'text', long: help }),
  users: simple({ operands: 'none', long: help }),
  who: simple({ operands: 'none', flags: 'abdHlmpqrstTuw', long: `${help} all boot heading count` }),
  w: simple({ operands: 'text', flags: 'fhiosu', long: help }),
  uptime: simple({ operands: 'none', flags: 'ps', long: `${help} pretty since` }),
  nproc: simple({ operands: 'none', long: `${help} all`, longValues: 'ignore' }),
  free: simple({
    operands: 'none',
    flags: 'bkmghltvw',
    values: 'sc',
    long: `${help} human kilo mega giga total wide si`,
  }),
  vmstat: simple({ operands: 'text', flags: 'adDfmstw', values: 'S', long: help }),
  lscpu: simple({
    operands: 'none',
    flags: 'abcexyJ',
    long: `${help} all online offline extended parse json`,
  }),
  lsb_release: simple({
    operands: 'none',
    flags: 'acdirsv',
    long: `${help} all codename description id release short`,
  }),
  getconf: simple({ operands: 'text', flags: 'a' }),
  ps: (call) =>
    call.args.some(showsEnvironment) ? changes('ps may show the environments of processes') : ps(call),
  pstree: simple({ operands: 'text', flags: 'acghlnpsuAGU', values: 'H', long: help }),
  pidof: simple({ operands: 'text', flags: 'sqx', values: 'o', long: help }),
  pgrep: simple({
    operands: 'text',
    flags: 'aflcinovxw',
    values: 'dGPstuU',
    long: `${help} count full list-name list-full newest oldest exact`,
  }),
  ss: simple({
    operands: 'text',
    // -r asks a name server
    flags: 'aBbeEhHilmnOopSstTuwxZ46',
    long: `${help} all listening numeric tcp udp unix processes summary`,
  }),
  // without -n it asks a name server
  netstat: (call) =>
    call.args.some(({ value }) => /^-[a-zA-Z]*n/.test(value ?? '') || value === '--numeric')
      ? netstat(call)
      : changes('netstat without -n asks a name server'),
  ip,
  set,
  ulimit,
  lsblk: simple({
    operands: 'none',
    flags: 'abdfiJlmnOpPrStz',
    values: 'Ioex',
    long: `${help} all bytes nodeps fs ascii json list perms noheadings output-all paths pairs raw scsi topology`,
    longValues: 'output include exclude sort',
  }),
  locale: simple({ operands: 'text', flags: 'amck', long: `${help} all-locales charmaps` }),
  tty: simple({ operands: 'none', flags: 's', long: `${help} silent quiet` }),
  arch: simple({ operands: 'none', long: help }),
  cal: simple({ operands: 'text', flags: '13hjmswy', values: 'nABdH', long: help }),
  sleep: simple({ operands: 'text', long: help }),
  seq: simple({
    operands: 'text',
    flags: 'w',
    values: 'fs',
    long: `${help} equal-width`,
    longValues: 'format separator',
  }),
  yes: simple({ operands: 'text', long: help }),
  factor: simple({ operands: 'text', flags: 'h', long: `${help} exponents` }),
  expr: ({ args }) =>
    args.some(({ splits }) => splits) ? changes('expr of what only the run decides') : reads('expr computes'),
  bc: simple({ operands: 'files', flags: 'hilqsvw', long: `${help} mathlib quiet standard warn` }),
  info,
}
