import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ToolFailure } from '../../errors/tool-failure.js'
import { childEnvironment } from '../../process/environment.js'
import { followOutput } from '../../process/follow-output.js'
import { type RunningProcess, startProcess } from '../../process/run-process.js'
import { createTask, makeTaskId, requireRoom } from '../../process/tasks.js'
import { analyseCommand } from '../../shell/analyse-command.js'
import { defineTool } from '../../tool/define-tool.js'
import type { AnyTool, OnProgress, ToolContext } from '../../tool/tool.js'
import { finish } from './finish.js'
import { type BashInput, bashInput, longestTimeoutMs } from './input.js'
import { type BashOutput, textOf } from './output.js'

export interface BashOptions {
  /** Milliseconds after which a command without a `timeout` goes on in the background. Default: 120,000. */
  readonly thresholdMs?: number
}

/** Characters of output that stay inline. */
const inlineChars = 30_000

export function bashTool({ thresholdMs = 120_000 }: BashOptions = {}): AnyTool {
  return defineTool({
    name: 'Bash',
    description:
      'Runs a command in bash. The folder is kept from one command to the next, the environment is not. Standard input is closed and there is no terminal.',
    inputSchema: bashInput,
    ruleFamily: 'bash',
    subject: ({ command }) => ({ kind: 'command', command }),
    readOnly: ({ command, run_in_background }) =>
      !run_in_background && analyseCommand(command).readOnly.value,
    concurrencySafe: ({ command, run_in_background }) => !run_in_background && mayRunBeside(command),
    destructive: ({ command }) => analyseCommand(command).destructive,
    checkPermissions: (_input, { facts }) => {
      if (facts.kind !== 'command' || !facts.readOnly.value) return { behavior: 'passthrough' }
      return { behavior: 'allow', reason: `the command only reads: ${facts.readOnly.reason}.` }
    },
    call: (input, context, onProgress) => runCommand(input, context, onProgress, thresholdMs),
    mapResult: (output: BashOutput) => ({
      content: textOf(output),
      ...(output.persistedOutputPath !== undefined && {
        saved: { path: output.persistedOutputPath, bytes: output.persistedOutputSize ?? 0 },
      }),
    }),
    maxResultSizeChars: inlineChars + 5_000,
    // its own limits come first
    timeoutMs: longestTimeoutMs + 60_000,
  })
}

/** Readers that neither wait nor change the folder: what comes after them may not depend on when they end. */
function mayRunBeside(command: string): boolean {
  const { readOnly, directoryChanges, commands } = analyseCommand(command)
  if (!readOnly.value || directoryChanges.length > 0) return false
  return !commands.some(({ words }) => /^(sleep|wait|yes|read|tail)$/.test(words[0]?.value ?? ''))
}

async function runCommand(
  input: BashInput,
  context: ToolContext,
  onProgress: OnProgress,
  thresholdMs: number,
): Promise<BashOutput> {
  const { session } = context
  if (input.run_in_background) requireRoom(session.tasks)
  const notes: string[] = []
  if (!existsSync(session.workingDirectory.current)) {
    const gone = session.workingDirectory.current
    session.workingDirectory.fallBack()
    notes.push(`The folder ${gone} is gone: this ran in ${session.workingDirectory.current}.`)
  }
  const id = makeTaskId()
  const startedAt = Date.now()
  const running = await startProcess({
    command: input.command,
    name: id,
    folder: join(session.folder, 'tasks'),
    cwd: session.workingDirectory.current,
    environment: childEnvironment({
      extra: session.environment ?? {},
      passApiKeys: session.passApiKeys ?? false,
    }),
    onStart: context.noteProcess,
  })
  const toBackground = (note: string): BashOutput => {
    session.tasks.add(createTask(id, input.command, running, startedAt))
    return {
      stdout: '',
      stderr: [...notes, note].join('\n'),
      interrupted: false,
      backgroundTaskId: id,
      outputFile: running.spool.path,
    }
  }
  if (input.run_in_background) {
    return toBackground(
      `Running in the background as task ${id}. Read its output with TaskOutput; all of it is written to ${running.spool.path}.`,
    )
  }
  const follower = followOutput(running.spool, (text) => onProgress({ kind: 'output', text }))
  try {
    const limit = limitOf(input, thresholdMs)
    const first = await firstOf(running, context.signal, limit.ms)
    if (first === 'late' && limit.movable && hasRoom(context)) {
      return toBackground(
        `The command did not end within ${limit.ms / 1000} s and was moved to the background as task ${id}. Read its output with TaskOutput; all of it is written to ${running.spool.path}.${movedFolderNote(input.command, context)}`,
      )
    }
    if (first !== 'ended') await running.end()
    const end = await running.ended
    follower.stop()
    return finish({
      input,
      context,
      running,
      end,
      first,
      limitMs: limit.ms,
      notes,
      inlineChars,
      durationMs: Date.now() - startedAt,
    })
  } finally {
    follower.stop()
  }
}

function hasRoom({ session }: ToolContext): boolean {
  try {
    requireRoom(session.tasks)
    return true
  } catch (error) {
    if (error instanceof ToolFailure) return false
    throw error
  }
}

interface CommandLimit {
  readonly ms: number
  /** Goes on in the background at that time, instead of being ended. */
  readonly movable: boolean
}

/** An explicit `timeout` is a limit. Without one, only commands that may be left to themselves are. */
function limitOf({ command, timeout }: BashInput, thresholdMs: number): CommandLimit {
  if (timeout !== undefined) return { ms: Math.min(timeout, longestTimeoutMs), movable: false }
  const analysis = analyseCommand(command)
  const sleeps = /^\s*sleep\b/.test(command)
  const usesGit = /\bgit\b/.test(command)
  return { ms: thresholdMs, movable: !sleeps && !usesGit && analysis.uncertain.length === 0 }
}

function movedFolderNote(command: string, { session }: ToolContext): string {
  if (!/\b(cd|pushd|popd|chdir)\b/.test(command)) return ''
  return ` The folder stays ${session.workingDirectory.current}.`
}

type First = 'ended' | 'late' | 'aborted'

function firstOf(running: RunningProcess, signal: AbortSignal, ms: number): Promise<First> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle('late'), ms)
    const onAbort = () => settle('aborted')
    const settle = (first: First) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      resolve(first)
    }
    if (signal.aborted) settle('aborted')
    else signal.addEventListener('abort', onAbort, { once: true })
    void running.ended.then(() => settle('ended'))
  })
}
