import type { ProgramTable } from '../program.js'
import { jq } from './jq.js'
import { changes } from './options.js'
import { simple } from './simple.js'
import { yq } from './yq.js'

const help = 'help version'

/** Without a terminal it starts no pager, but for its lists of languages and themes; `cache` is a verb of its own. */
const plainBat = simple({
  noGlob: true,
  operands: 'files',
  flags: 'pPnAfSuhV',
  values: 'lrHm',
  long: `${help} plain show-all number diff force-colorization unbuffered chop-long-lines no-config`,
  longValues:
    'language line-range highlight-line file-name color decorations italic-text tabs wrap terminal-width style theme diff-context paging',
})
const bat: ProgramTable = (call) => {
  const [first] = call.args
  const always = call.args.some(({ value }) => value === '--paging=always' || value === 'always')
  return first?.value === 'cache' || always
    ? changes('bat like this is not known to only read')
    : plainBat(call)
}

/** Programs that show what files hold, or work on text. */
export const readers: Readonly<Record<string, ProgramTable>> = {
  cat: simple({
    operands: 'files',
    flags: 'AbeEnstTuv',
    long: `${help} show-all number number-nonblank show-ends show-nonprinting show-tabs squeeze-blank`,
  }),
  tac: simple({
    operands: 'files',
    flags: 'br',
    values: 's',
    long: `${help} before regex`,
    longValues: 'separator',
  }),
  head: simple({
    operands: 'files',
    flags: 'qvz',
    values: 'nc',
    numbers: true,
    long: `${help} quiet silent verbose zero-terminated`,
    longValues: 'lines bytes',
  }),
  tail: simple({
    operands: 'files',
    flags: 'qvzfF',
    values: 'ncs',
    numbers: true,
    plus: true,
    long: `${help} quiet silent verbose zero-terminated follow retry`,
    longValues: 'lines bytes sleep-interval pid',
  }),
  nl: simple({
    operands: 'files',
    flags: 'p',
    values: 'bdfhilnsvw',
    long: help,
    longValues: 'body-numbering number-format number-width number-separator starting-line-number',
  }),
  wc: simple({
    operands: 'files',
    flags: 'clmLw',
    long: `${help} bytes chars lines words max-line-length`,
    longValues: 'total',
  }),
  cut: simple({
    operands: 'files',
    flags: 'nsz',
    values: 'bcdf',
    long: `${help} only-delimited complement zero-terminated`,
    longValues: 'bytes characters delimiter fields output-delimiter',
  }),
  tr: simple({
    operands: 'text',
    flags: 'cCdst',
    long: `${help} complement delete squeeze-repeats truncate-set1`,
  }),
  rev: simple({ operands: 'files', long: help }),
  uniq: simple({
    operands: 'oneFile',
    flags: 'cdDiuz',
    values: 'fsw',
    long: `${help} count repeated all-repeated ignore-case unique group zero-terminated`,
    longValues: 'skip-fields skip-chars check-chars',
  }),
  comm: simple({
    operands: 'twoFiles',
    flags: '123z',
    long: `${help} check-order nocheck-order total zero-terminated`,
    longValues: 'output-delimiter',
  }),
  cmp: simple({
    operands: 'files',
    flags: 'bls',
    values: 'in',
    long: `${help} print-bytes verbose silent quiet`,
    longValues: 'ignore-initial bytes',
  }),
  diff: simple({
    operands: 'twoFiles',
    flags: 'abBcdeEilnNpqrstTuwyZ',
    values: 'CIUWxF',
    files: 'X',
    long: `${help} brief unified context recursive new-file text ignore-case ignore-all-space ignore-space-change ignore-blank-lines report-identical-files side-by-side suppress-common-lines color minimal normal show-c-function no-dereference strip-trailing-cr`,
    longValues: 'exclude ignore-matching-lines label width',
    longFiles: 'exclude-from',
  }),
  join: simple({
    operands: 'twoFiles',
    flags: 'iz',
    values: '12aejotv',
    long: `${help} ignore-case header check-order nocheck-order`,
  }),
  paste: simple({
    operands: 'files',
    flags: 'sz',
    values: 'd',
    long: `${help} serial zero-terminated`,
    longValues: 'delimiters',
  }),
  fold: simple({
    operands: 'files',
    flags: 'bs',
    values: 'w',
    long: `${help} bytes spaces`,
    longValues: 'width',
  }),
  fmt: simple({
    operands: 'files',
    flags: 'cstu',
    values: 'wpg',
    long: `${help} split-only uniform-spacing`,
    longValues: 'width prefix goal',
  }),
  expand: simple({ operands: 'files', flags: 'i', values: 't', long: `${help} initial`, longValues: 'tabs' }),
  unexpand: simple({
    operands: 'files',
    flags: 'a',
    values: 't',
    long: `${help} all first-only`,
    longValues: 'tabs',
  }),
  column: simple({
    operands: 'files',
    flags: 'tenxLJ',
    values: 'scoNHRTOWlrpidn',
    long: `${help} table json fillrows`,
    longValues: 'separator output-separator output-width table-columns table-hide table-right',
  }),
  shuf: simple({
    noGlob: true,
    operands: 'files',
    flags: 'erz',
    values: 'ni',
    long: `${help} echo repeat zero-terminated`,
    longValues: 'head-count input-range',
  }),
  tsort: simple({ operands: 'files', long: help }),
  numfmt: simple({
    operands: 'text',
    flags: 'z',
    values: 'd',
    long: `${help} grouping header`,
    longValues: 'from to suffix format padding field delimiter round from-unit to-unit invalid',
  }),
  iconv: simple({
    noGlob: true,
    operands: 'files',
    flags: 'lcs',
    values: 'ft',
    long: `${help} list silent`,
    longValues: 'from-code to-code',
  }),
  look: simple({ operands: 'textThenFiles', flags: 'adf', values: 't', long: help }),
  strings: simple({
    operands: 'files',
    flags: 'af',
    values: 'net',
    long: `${help} all print-file-name`,
    longValues: 'bytes radix encoding',
  }),
  hexdump: simple({ operands: 'files', flags: 'bcCdovx', values: 'ens', long: help }),
  hd: simple({ operands: 'files', flags: 'v', values: 'ns' }),
  od: simple({
    operands: 'files',
    flags: 'abcdfilosvx',
    values: 'AjNStw',
    long: `${help} output-duplicates`,
    longValues: 'address-radix skip-bytes read-bytes format width endian',
  }),
  xxd: simple({ operands: 'oneFile', flags: 'abeiupC', values: 'cglos', long: '' }),
  base64: simple({
    operands: 'files',
    flags: 'di',
    values: 'w',
    long: `${help} decode ignore-garbage`,
    longValues: 'wrap',
  }),
  base32: simple({
    operands: 'files',
    flags: 'di',
    values: 'w',
    long: `${help} decode ignore-garbage`,
    longValues: 'wrap',
  }),
  md5sum: simple({ operands: 'files', flags: 'btcwz', long: `${help} binary text check quiet status tag` }),
  sha1sum: simple({ operands: 'files', flags: 'btcwz', long: `${help} binary text check quiet status tag` }),
  sha224sum: simple({
    operands: 'files',
    flags: 'btcwz',
    long: `${help} binary text check quiet status tag`,
  }),
  sha256sum: simple({
    operands: 'files',
    flags: 'btcwz',
    long: `${help} binary text check quiet status tag`,
  }),
  sha384sum: simple({
    operands: 'files',
    flags: 'btcwz',
    long: `${help} binary text check quiet status tag`,
  }),
  sha512sum: simple({
    operands: 'files',
    flags: 'btcwz',
    long: `${help} binary text check quiet status tag`,
  }),
  b2sum: simple({
    operands: 'files',
    flags: 'btcwz',
    values: 'l',
    long: `${help} binary text check quiet status tag`,
  }),
  cksum: simple({ operands: 'files', flags: '', values: 'a', long: help, longValues: 'algorithm' }),
  sum: simple({ operands: 'files', flags: 'rs', long: help }),
  zcat: simple({ operands: 'files', flags: 'f', long: help }),
  zgrep: simple({
    operands: 'patternThenFiles',
    flags: 'cEFhHilnovwx',
    values: 'eABCm',
    long: help,
    pattern: ['-e'],
  }),
  bat,
  batcat: bat,
  yq,
  tree: simple({
    noGlob: true,
    operands: 'files',
    flags: 'aACdDfFghilnpqrsStuvxJX',
    values: 'HILPT',
    long: `${help} dirsfirst du si noreport gitignore prune matchdirs ignore-case inodes device sort`,
    longValues: 'filelimit charset timefmt',
    searches: () => true,
  }),
  ls: simple({
    operands: 'files',
    flags: '1aAbBcCdDfFgGhHiIklLmnNopqQrRsStuUvxXZ',
    values: 'ITw',
    long: `${help} all almost-all author escape ignore-backups color classify directory file-type full-time group-directories-first human-readable si inode kibibytes dereference numeric-uid-gid literal hide-control-chars quote-name reverse recursive size sort time zero`,
    longValues: 'block-size format hide ignore indicator-style quoting-style tabsize time-style width',
    searches: () => true,
  }),
  du: simple({
    operands: 'files',
    flags: '0abcDHhklLmPsSx',
    values: 'Bdt',
    files: 'X',
    long: `${help} all apparent-size bytes total human-readable si summarize separate-dirs one-file-system null count-links dereference no-dereference time`,
    longValues: 'max-depth block-size threshold exclude time-style',
    longFiles: 'exclude-from files0-from',
    searches: () => true,
  }),
  df: simple({
    operands: 'files',
    flags: 'ahHiklmPT',
    values: 'Btx',
    long: `${help} all human-readable si inodes local portability print-type total sync no-sync output`,
    longValues: 'block-size type exclude-type',
  }),
  stat: simple({
    operands: 'files',
    flags: 'Lft',
    values: 'c',
    long: `${help} dereference file-system terse`,
    longValues: 'format printf cached',
  }),
  file: simple({
    noGlob: true,
    operands: 'files',
    // -p puts the time of reading back as it was, and with it touches the file
    flags: 'bhiIkLnNrsz0',
    values: 'eFP',
    long: `${help} brief mime mime-type mime-encoding no-dereference dereference extension keep-going list`,
    longValues: 'exclude separator parameter',
  }),
  readlink: simple({
    operands: 'files',
    flags: 'efmnqsvz',
    long: `${help} canonicalize canonicalize-existing canonicalize-missing no-newline quiet silent verbose zero`,
  }),
  realpath: simple({
    operands: 'files',
    flags: 'eELmPqsz',
    long: `${help} canonicalize-existing canonicalize-missing logical physical quiet strip no-symlinks zero`,
    longValues: 'relative-to relative-base',
  }),
  namei: simple({ operands: 'files', flags: 'lmnovx', long: `${help} long modes owners vertical` }),
  basename: simple({
    operands: 'text',
    flags: 'az',
    values: 's',
    long: `${help} multiple zero`,
    longValues: 'suffix',
  }),
  dirname: simple({ operands: 'text', flags: 'z', long: `${help} zero` }),
  readelf: simple({
    operands: 'files',
    flags: 'ahlSsednruWDVAIe',
    long: `${help} all file-header program-headers sections symbols dynamic relocs notes wide`,
  }),
  zipinfo: simple({ operands: 'files', flags: '12smlvhtzC', long: '' }),
  jq,
}
