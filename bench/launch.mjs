// Stage 3: a hook and a classifier that each take a while cost the longer of the two; a journal event against a bare write.
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCallgate } from '../dist/index.js'
import { builtinTools } from '../dist/tools/index.js'
import { createFileJournal } from '../dist/journal/file-journal.js'
import { inTurns, median, row } from './rounds.mjs'

const state = mkdtempSync(join(tmpdir(), 'callgate-bench-'))
const hookMs = 150
const classifierMs = 200
const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command: `sleep ${hookMs / 1000}` }] }] }
const classify = () => new Promise((settle) => setTimeout(() => settle({ behavior: 'allow', confidence: 'high', reason: 'fine' }), classifierMs))
const open = (more) => createCallgate({ tools: builtinTools(), settingSources: [], stateFolder: state, cwd: state, ...more })
const gates = {
  hook: open({ settings: { hooks }, allowedTools: ['Bash'] }),
  classifier: open({ classifier: { classify } }),
  both: open({ settings: { hooks }, classifier: { classify } }),
}
const taken = { hook: [], classifier: [], both: [] }
for (let round = 0; round < 5; round++) {
  for (const [name, gate] of Object.entries(gates)) {
    const begin = performance.now()
    await gate.call({ id: 'x', name: 'Bash', input: { command: `mkdir -p made${round}` } })
    taken[name].push(performance.now() - begin)
  }
}
const longer = Math.max(median(taken.hook), median(taken.classifier))
console.log(row('hook and classifier together', median(taken.both), 'the longer of the two', longer, 1.15, 'ms'))
await Promise.all(Object.values(gates).map((gate) => gate.close()))

const journal = createFileJournal(join(state, 'j'), () => {})
const entry = { at: 1, sessionId: 's', toolUseId: 't', event: 'executing' }
const bare = openSync(join(state, 'bare'), 'a')
const text = `${JSON.stringify(entry)}\n`
const found = await inTurns([
  { name: 'journal', run: async (count) => { for (let i = 0; i < count; i++) journal.record(entry) } },
  { name: 'write', run: async (count) => { for (let i = 0; i < count; i++) writeSync(bare, text) } },
])
console.log(row('a journal event that must be on disk', found.journal, 'a bare write', found.write))
journal.close()
closeSync(bare)
rmSync(state, { recursive: true, force: true })
