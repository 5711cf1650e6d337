// The ten lines of the README, with a tool of our own: node examples/embed/embed.mjs (after npm start or npm test has built dist)
import { createCallgate, defineTool } from 'callgate'
import { builtinTools } from 'callgate/tools'
import { z } from 'zod'

const weather = defineTool({
  name: 'Weather',
  description: 'The weather in a town.',
  inputSchema: z.strictObject({ town: z.string(), days: z.number().int() }),
  readOnly: true,
  checkPermissions: () => ({ behavior: 'allow', reason: 'it is harmless.' }),
  call: ({ town, days }) => `${town}: rain, for ${days} days`,
})

const gate = createCallgate({
  tools: [...builtinTools(), weather],
  settings: { permissions: { allow: ['Bash(echo *)'], deny: ['Bash(rm *)'] } },
})
const { message } = await gate.results({
  role: 'assistant',
  content: [
    { type: 'tool_use', id: 'a', name: 'Weather', input: { town: 'Bergen', days: '3' } },
    { type: 'tool_use', id: 'b', name: 'Bash', input: { command: 'rm -rf /tmp/nothing' } },
    { type: 'tool_use', id: 'c', name: 'Whether', input: {} },
  ],
})
for (const result of message.content)
  console.log(`${result.tool_use_id} ${result.is_error ?? false} ${result.content}`)
await gate.close()
