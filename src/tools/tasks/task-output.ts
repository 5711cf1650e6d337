import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import * as z from 'zod'
import { ToolFailure } from '../../errors/tool-failure.js'
import { decodePart, wholeCharactersEnd } from '../../process/output-spool.js'
import { terminalText } from '../../process/terminal-text.js'
import { defineTool } from '../../tool/define-tool.js'
import type { Task } from '../../tool/session.js'
import type { AnyTool } from '../../tool/tool.js'
import { findTask, taskIdOf, taskIds } from './task-id.js'

const mostChars = 32_000
const longestWaitMs = 600_000
const defaultWaitMs = 30_000

const input = z.strictObject({
  task_id: z.string().optional().describe('The id that Bash answered.'),
  ...taskIds,
  block: z
    .boolean()
    .optional()
    .describe('Wait until the task has ended, or the timeout is over. Default: false.'),
  timeout: z
    .number()
    .min(0)
    .optional()
    .describe(`Milliseconds to wait; at most ${longestWaitMs}, default ${defaultWaitMs}.`),
  filter: z.string().optional().describe('Show only lines that contain this text.'),
})

/** New output of a background task since it was last asked for. */
export function taskOutputTool(): AnyTool {
  const positions = new WeakMap<Task, Promise<number>>()
  /** One after the other: of two calls side by side each shows what the other did not. */
  const readNew = (task: Task): Promise<Part> => {
    const from = positions.get(task) ?? Promise.resolve(0)
    const part = from.then((position) => readPart(task, position))
    positions.set(
      task,
      part.then(({ next }) => next).catch(() => from),
    )
    return part
  }
  return defineTool({
    name: 'TaskOutput',
    aliases: [{ name: 'BashOutput', deprecated: true }],
    description: 'Shows what a background task printed since the last time, and whether it still runs.',
    inputSchema: input,
    readOnly: true,
    checkPermissions: () => ({ behavior: 'allow', reason: 'it shows output of a task of this session.' }),
    call: async (given, { session, signal }) => {
      const task = findTask(taskIdOf(given), session.tasks)
      if (given.block) await waitFor(task, Math.min(given.timeout ?? defaultWaitMs, longestWaitMs), signal)
      const part = await readNew(task)
      return {
        task_id: task.id,
        status: task.status,
        exitCode: task.exitCode,
        signal: task.signal,
        outputFile: task.outputFile,
        ...part,
        output: filtered(part.output, given.filter),
      }
    },
    mapResult: ({ task_id, status, exitCode, signal, output, left, outputFile }) => {
      const code = exitCode === undefined ? '' : `, exit code ${exitCode}`
      const killed = signal === undefined ? '' : `, ended by ${signal}`
      const rest =
        left === 0 ? '' : `\n[${left} bytes before this are not shown: they stand in ${outputFile}]`
      return {
        content: `Task ${task_id}: ${status}${code}${killed}${rest}\n${output === '' ? '(no new output)' : output}`,
      }
    },
    maxResultSizeChars: mostChars + 2_000,
    timeoutMs: longestWaitMs + 30_000,
  })
}

function filtered(output: string, filter: string | undefined): string {
  if (filter === undefined || filter === '') return output
  return output
    .split('\n')
    .filter((line) => line.includes(filter))
    .join('\n')
}

async function waitFor(task: Task, ms: number, signal: AbortSignal): Promise<void> {
  if (task.status !== 'running' || signal.aborted) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done, { once: true })
    void task.ended.then(done)
  })
}

interface Part {
  readonly output: string
  /** Where the next part begins. */
  readonly next: number
  /** Bytes that were left out. */
  readonly left: number
}

/** The end of what is new, in whole characters: a flood of output is not read into memory. */
async function readPart({ outputFile, status }: Task, from: number): Promise<Part> {
  const size = await stat(outputFile).then(
    (found) => found.size,
    () => {
      throw new ToolFailure(`The output file ${outputFile} is gone.`)
    },
  )
  const begin = size < from ? 0 : from
  const start = Math.max(begin, size - mostChars)
  if (size === start) return { output: '', next: size, left: 0 }
  const chunks: Buffer[] = []
  for await (const chunk of createReadStream(outputFile, { start, end: size - 1 }))
    chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  // half a character at the end waits for its other half, while there may be one
  const end = status === 'running' ? wholeCharactersEnd(bytes) : bytes.length
  const text = decodePart(bytes.subarray(0, end), { cutBefore: start > begin, cutAfter: false })
  return { output: terminalText(text), next: start + end, left: start - begin }
}
