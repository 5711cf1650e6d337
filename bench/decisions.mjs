// A decision over 10 to 100,000 rules.
import { analyseCommand } from '../dist/shell/index.js'
import { createPolicy, decide } from '../dist/permissions/index.js'
import { inTurns, row } from './rounds.mjs'

const vocabulary = { toolNamed: (name) => ({ name, family: name === 'Bash' ? 'bash' : 'none' }), fieldsOf: () => undefined, closest: () => [] }
const anchors = { cwd: '/w', home: '/h', projectRoot: '/w' }
const policyOf = (size) =>
  createPolicy(
    Array.from({ length: size }, (_, i) => ({ text: `Bash(program${i} run *)`, behavior: i % 10 === 0 ? 'deny' : 'allow', source: 'userSettings' })),
    { vocabulary, anchors },
  )
const factsFor = (policy, command) => ({
  tool: { name: 'Bash', ruleFamily: 'bash' },
  input: { command },
  subject: {
    kind: 'command',
    command,
    analysis: analyseCommand(command),
    parts: [{ index: 0, paths: [], unresolved: [], readOnly: { value: false, reason: '' } }],
    readOnlyInScope: { value: false, reason: '' },
  },
  policy,
  mode: 'default',
  hook: { behavior: 'none', reason: '', hook: '', source: undefined },
  hookAuthority: 'advise',
  validationAsks: [],
  toolAnswer: { behavior: 'passthrough' },
  requiresUserInteraction: false,
  failClosed: [],
  workingDirectories: ['/w'],
  cwd: '/w',
  home: '/h',
})
const sizes = [10, 100, 1_000, 10_000, 100_000]
const map = new Map(Array.from({ length: 100_000 }, (_, i) => [`program${i} run`, i]))
const cases = sizes.map((size) => {
  const facts = factsFor(policyOf(size), `program${size - 1} run x`)
  return { name: String(size), run: async (count) => { for (let i = 0; i < count; i++) decide(facts) } }
})
const found = await inTurns([
  ...cases,
  { name: 'map', run: async (count) => { let n = 0; for (let i = 0; i < count; i++) n += map.get(`program${i % 100_000} run`) ?? 0; return n } },
])
console.log(row('decision over 100,000 rules', found['100000'], 'over 10', found['10'], 1.5))
console.log(row('decision over 100 rules', found['100'], 'a look into a map', found.map))
for (const size of sizes) console.log(`<!-- ${size} rules: ${found[String(size)].toFixed(2)} µs -->`)
