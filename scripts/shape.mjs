// The shape of the code in numbers: node scripts/shape.mjs. Questions to ask oneself, not limits.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from './prepare.mjs'

const filesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => {
      const text = readFileSync(join(root, folder, name), 'utf8')
      return { name: join(folder, name), text, lines: text.split('\n').length - 1 }
    })

const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

function functionsOf({ name, text }) {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const found = []
  const line = (position) => source.getLineAndCharacterOfPosition(position).line
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      found.push({
        at: `${name}:${line(node.getStart()) + 1}`,
        lines: line(node.end) - line(node.getStart()) + 1,
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function typeParameters({ name, text }) {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  let most = 0
  const visit = (node) => {
    most = Math.max(most, node.typeParameters?.length ?? 0)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return most
}

const [src, test] = [filesIn('src'), filesIn('test')]
const sum = (files) => files.reduce((total, { lines }) => total + lines, 0)
const lengths = src.map(({ lines }) => lines)
const functions = src.flatMap(functionsOf)
const longest = functions.reduce((a, b) => (b.lines > a.lines ? b : a))
const any = src.reduce(
  (count, { text }) => count + (text.match(/:\s*any\b|\bas any\b|<any\b/g)?.length ?? 0),
  0,
)
const typeTests = test.reduce((count, { text }) => count + (text.match(/@ts-expect-error/g)?.length ?? 0), 0)
const largestTest = test.reduce((a, b) => (b.lines > a.lines ? b : a))
const largest = src.reduce((a, b) => (b.lines > a.lines ? b : a))

/** Bytes of everything that an entry loads when it is imported, its own files only. */
function sizeOf(entry, seen = new Set()) {
  if (seen.has(entry)) return 0
  seen.add(entry)
  const text = readFileSync(entry, 'utf8')
  const imports = [
    ...text.matchAll(/(?:^|\n)(?:import|export)[^'";]*?from\s+'(\.[^']+)'|(?:^|\n)import\s+'(\.[^']+)'/g),
  ]
  return imports.reduce(
    (total, match) => total + sizeOf(join(entry, '..', match[1] ?? match[2]), seen),
    statSync(entry).size,
  )
}

const rows = [
  ['files, lines', `${src.length}, ${sum(src)}`, ''],
  [
    'lines of a file: median / p95 / most',
    `${quantile(lengths, 0.5)} / ${quantile(lengths, 0.95)} / ${largest.lines} (${largest.name})`,
    '80 / 250',
  ],
  ['files over 1,000 lines', lengths.filter((lines) => lines > 1000).length, '0'],
  [
    'lines of a function: p95 / most',
    `${quantile(
      functions.map(({ lines }) => lines),
      0.95,
    )} / ${longest.lines} (${longest.at})`,
    '40 / 120',
  ],
  ['most type parameters', Math.max(...src.map(typeParameters)), '2'],
  ['`any` per 1,000 lines', ((any * 1000) / sum(src)).toFixed(1), '0'],
  ['lines of tests per line of code', (sum(test) / sum(src)).toFixed(1), ''],
  ['largest test', `${largestTest.lines} (${largestTest.name})`, ''],
  ['type tests', typeTests, ''],
]
console.log('| what | here | aim |\n|---|---|---|')
for (const row of rows) console.log(`| ${row.join(' | ')} |`)

const { exports: entries } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
console.log('\n| entry | kB of its own code |\n|---|---|')
for (const [name, target] of Object.entries(entries)) {
  if (typeof target === 'object')
    console.log(`| callgate${name.slice(1)} | ${(sizeOf(join(root, target.default)) / 1024).toFixed(0)} |`)
}
