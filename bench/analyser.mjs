// The shell analyser: against the parser it stands on, and against tree-sitter's parse and walk. In a process of its own: 100,000 rules
// in memory would be paid for at every collection.
import { parse } from '../node_modules/unbash/dist/parser.js'
import { Language, Parser } from 'web-tree-sitter'
import { analyseCommand } from '../dist/shell/index.js'
import { inTurns, row } from './rounds.mjs'

await Parser.init()
const bash = await Language.load(new URL('./node_modules/tree-sitter-bash/tree-sitter-bash.wasm', import.meta.url).pathname)
const treeSitter = new Parser()
treeSitter.setLanguage(bash)

/** Every node once, as a classifier has to. */
function walk(text) {
  const tree = treeSitter.parse(text)
  const cursor = tree.walk()
  let nodes = 0
  for (let down = true; ; ) {
    if (down) nodes++
    if (down && cursor.gotoFirstChild()) continue
    if (cursor.gotoNextSibling()) down = true
    else if (cursor.gotoParent()) down = false
    else break
  }
  cursor.delete()
  tree.delete()
  return nodes
}

const line = 'cd src && git diff --stat HEAD~1 -- "a b.ts" | head -20; for f in a.ts b.ts; do grep -n "needle" "$f" 2>/dev/null | sort | uniq -c; done && echo "done: $(git rev-parse --short HEAD)" # and a comment that fills'
const lines = { [`${line.length} characters`]: line, '21 characters': 'git status --short .;', '2 kB': Array(10).fill(line).join('\n') }
let n = 0
for (const [name, text] of Object.entries(lines)) {
  const times = (each) => async (count) => {
    // another text each time: the analyser remembers
    for (let i = 0; i < count; i++) each(`${text}${n++}`)
  }
  const found = await inTurns([
    { name: 'analyser', run: times(analyseCommand) },
    { name: 'parser', run: times(parse) },
    { name: 'tree-sitter', run: times(walk) },
  ])
  const goal = name.startsWith('209')
  console.log(row(`analysis of ${name}`, found.analyser, 'unbash, parse alone', found.parser))
  console.log(row('the same', found.analyser, "tree-sitter's parse and walk", found['tree-sitter'], 0.25))
  if (goal) console.log(row('the same', found.analyser, 'the figure to reach', 60, 1))
}
