import { ToolFailure } from '../../errors/tool-failure.js'
import type { ProcessEnd, RunningProcess } from '../../process/run-process.js'
import { spooledText } from '../../process/spooled-text.js'
import type { ToolContext } from '../../tool/tool.js'
import { interpretCode } from './exit-codes.js'
import type { BashInput } from './input.js'
import { type BashOutput, textOf } from './output.js'

export interface Finished {
  readonly input: BashInput
  readonly context: ToolContext
  readonly running: RunningProcess
  readonly end: ProcessEnd
  readonly first: 'ended' | 'late' | 'aborted'
  readonly limitMs: number
  readonly notes: readonly string[]
  readonly inlineChars: number
  readonly durationMs: number
}

/** Where failing output is cut, its end matters most. */
const shareOfHead = { fine: 0.5, failed: 0.25 }

/** What became of a command: output, or a ToolFailure that carries it. */
export function finish(finished: Finished): BashOutput {
  const { running, end, first, input, inlineChars, durationMs } = finished
  const interpretation = end.exitCode === undefined ? undefined : interpretCode(input.command, end.exitCode)
  const failed = first !== 'ended' || (end.exitCode !== 0 && interpretation === undefined)
  const { text, cut, bytes } = spooledText(
    running.spool,
    inlineChars,
    failed ? shareOfHead.failed : shareOfHead.fine,
  )
  const cutOff = running.spool.isCutOff()
  const left = first === 'ended' ? running.members() : 0
  if (left > 0) finished.context.session.leftBehind.add(running.pid)
  // what was left running goes on writing into it
  if (cut || left > 0) running.spool.close()
  else running.spool.remove()
  const saved = cut || left > 0 ? { path: running.spool.path, bytes } : undefined
  const notes = [
    ...finished.notes,
    ...folderNotes(finished),
    ...(left > 0
      ? [
          `The shell ended; ${left} ${left === 1 ? 'process goes' : 'processes go'} on in the background until the session ends.`,
        ]
      : []),
    ...(cut
      ? [
          `The whole output (${bytes} bytes) is saved at ${running.spool.path}: read it in parts, or search it.`,
        ]
      : []),
    ...(cutOff
      ? [
          `The disk that keeps output (${running.spool.path}) is full: what the command printed may be cut off. Make room there.`,
        ]
      : []),
    ...(interpretation === undefined ? [] : [`Exit code ${end.exitCode}: ${interpretation}.`]),
  ]
  const output: BashOutput = {
    stdout: text,
    stderr: notes.join('\n'),
    interrupted: first === 'aborted',
    durationMs,
    ...(end.exitCode !== undefined && { exitCode: end.exitCode }),
    ...(end.signal !== undefined && { signal: end.signal }),
    ...(interpretation !== undefined && { returnCodeInterpretation: interpretation }),
    ...(saved && { persistedOutputPath: saved.path, persistedOutputSize: saved.bytes }),
  }
  if (!failed) return output
  const message = [headOf(finished), textOf(output)].filter((part) => part !== '').join('\n')
  throw new ToolFailure(message, { output, interrupted: first === 'aborted', ...(saved && { saved }) })
}

function headOf({ first, end, limitMs }: Finished): string {
  if (first === 'aborted') return ''
  if (first === 'late')
    return `The command did not end within ${limitMs.toLocaleString('en')} ms and was ended, with everything it had started. What it printed:`
  if (end.signal !== undefined) return `The shell was ended by ${end.signal}.`
  return `Exit code ${end.exitCode}`
}

/** Carries the folder on; a `cd` out of the allowed directories is taken back, and said. */
function folderNotes({ context, end, first }: Finished): string[] {
  const { workingDirectory } = context.session
  const { finalFolder } = end
  if (first !== 'ended' || finalFolder === undefined || finalFolder === workingDirectory.current) return []
  if (workingDirectory.carry(finalFolder) === 'carried') return []
  return [
    `The folder was reset to ${workingDirectory.current}: ${finalFolder} lies outside the working directories.`,
  ]
}
