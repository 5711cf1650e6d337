import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { LLMock } from '@copilotkit/aimock'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = new URL('..', import.meta.url).pathname
// inside the package, so that its own name and its dependencies are found
const folder = join(root, 'dist', '.docs-examples')

/** What a page's examples take as given: its type, and a value to run them with. */
const given: Readonly<Record<string, { readonly type: string; readonly value: string }>> = {
  assistantMessage: {
    type: "import('callgate').AssistantMessage",
    value: `{ role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'echo one' } }] }`,
  },
  gate: {
    type: "import('callgate').Callgate",
    value: `(await import('callgate')).createCallgate({ tools: (await import('callgate/tools')).builtinTools() })`,
  },
  stream: {
    type: 'AsyncIterable<unknown>',
    value: `(await import('callgate/testing')).streamOf([{ id: 'a', name: 'Bash', input: { command: 'echo one' } }])`,
  },
}

/** What an example shows is asked of it at its end. */
const shows: Readonly<Record<string, string>> = {
  'README.md 1': `message.content.map(({ content }) => content)`,
  'docs/guides/embed.md 1': `message.content.map(({ content }) => content)`,
  'docs/guides/embed.md 2': `messages.map(({ role }) => role)`,
  'docs/guides/embed.md 3': `messages.map(({ role }) => role)`,
  'docs/guides/embed.md 4': `input.map(({ type, role }) => type ?? role)`,
  'docs/guides/embed.md 5': `message.content.map(({ content }) => content)`,
  'docs/guides/embed.md 6': `(await prompter.ask({}, {})).kind`,
  'docs/guides/write-a-tool.md 1': `countLines.name`,
}
const expected: Readonly<Record<string, unknown>> = {
  'README.md 1': ['one'],
  'docs/guides/embed.md 1': ['one'],
  'docs/guides/embed.md 2': ['user', 'assistant', 'user', 'assistant'],
  'docs/guides/embed.md 3': ['user', 'assistant', 'tool', 'assistant'],
  'docs/guides/embed.md 4': ['user', 'function_call', 'function_call_output', 'message'],
  'docs/guides/embed.md 5': ['one'],
  'docs/guides/embed.md 6': 'allowOnce',
  'docs/guides/write-a-tool.md 1': 'CountLines',
}

const pages = ['README.md', 'docs/guides/embed.md', 'docs/guides/write-a-tool.md']
const examples = pages.flatMap((page) =>
  [...readFileSync(resolve(root, page), 'utf8').matchAll(/^```(?:ts|js)\n(.*?)^```$/gms)].map(
    ([, code], index) => ({ id: `${page} ${index + 1}`, code: code! }),
  ),
)

/** The names of `given` that an example uses and does not make itself. */
function givenFor(code: string): string[] {
  return Object.keys(given).filter(
    (name) =>
      new RegExp(`\\b${name}\\b`).test(code) &&
      !new RegExp(`\\b(?:const|let|import)\\b[^=;]*\\b${name}\\b`).test(code),
  )
}

/** The built types of the package, as a user's compiler finds them. */
function mistakesIn(sources: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  // an example ends where it has shown its point
  Object.assign(options, { noUnusedLocals: false, noUnusedParameters: false, noEmit: true, strict: true })
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (file) => sources.has(file) || fileExists.call(host, file)
  host.readFile = (file) => sources.get(file) ?? readFile.call(host, file)
  host.getSourceFile = (file, version, ...rest) => {
    const text = sources.get(file)
    return text === undefined
      ? getSourceFile.call(host, file, version, ...rest)
      : ts.createSourceFile(file, text, version, true)
  }
  const program = ts.createProgram([...sources.keys()], options, host)
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    )
}

const fileOf = (id: string) => join(folder, `${id.replace(/\W+/g, '-')}.mts`)

describe('the examples of the documentation', () => {
  const mock = new LLMock({ port: 0 })
  let scratch: string
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true })
    scratch = mkdtempSync(join(tmpdir(), 'callgate-docs-'))
    const asked = { userMessage: 'folder' }
    const toolCalls = [{ name: 'Bash', arguments: '{"command":"echo one"}' }]
    mock.on({ ...asked, hasToolResult: false }, { toolCalls })
    mock.on({ ...asked, hasToolResult: true }, { content: 'It is empty.' })
    await mock.start()
  })
  afterAll(async () => {
    await mock.stop()
    rmSync(folder, { recursive: true, force: true })
    rmSync(scratch, { recursive: true, force: true })
  })

  it('are all known here', () => {
    expect(examples.map(({ id }) => id)).toEqual(Object.keys(expected))
  })

  it('compile in strict mode against the types of the package', () => {
    const sources = new Map(
      examples.map(({ id, code }) => [
        fileOf(id),
        `${givenFor(code)
          .map((name) => `declare const ${name}: ${given[name]!.type}\n`)
          .join('')}${code}\nexport {}\n`,
      ]),
    )
    expect(mistakesIn(sources)).toEqual([])
  })

  it.each(examples)('$id runs, and does what it says', async ({ id, code }) => {
    const { outputText } = ts.transpileModule(code, {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
    })
    const before = givenFor(code).map((name) => `const ${name} = ${given[name]!.value}\n`)
    const after = `\nprocess.stdout.write('\\n' + JSON.stringify(${shows[id]}))\nprocess.exit()\n`
    const file = fileOf(id).replace(/mts$/, 'mjs')
    writeFileSync(file, `${before.join('')}${outputText}${after}`)
    const env = {
      PATH: process.env.PATH,
      HOME: scratch,
      ANTHROPIC_API_KEY: 'x',
      ANTHROPIC_BASE_URL: mock.url,
      OPENAI_API_KEY: 'x',
      OPENAI_BASE_URL: `${mock.url}/v1`,
    }
    const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: scratch, env })
    expect(JSON.parse(stdout.trim().split('\n').at(-1)!)).toEqual(expected[id])
  })
})
