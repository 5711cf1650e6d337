import { isAbsolute, resolve } from 'node:path'
import { canonicalJson, isRecord, tryParseJson } from '../base/json.js'
import { type Line, readLines } from '../messages/read-lines.js'
import type { PermissionMode } from '../tool/tool.js'
import { type CheckCall, type CheckRecord, checkCall, failedRecord } from './check-record.js'
import { exitCodes } from './exit-codes.js'
import { GateCache } from './gate-cache.js'
import type { GateOptions } from './gate-options.js'
import type { Host } from './host.js'
import { inOrder } from './in-order.js'
import { permissionModes } from './permission-modes.js'
import { lineWriter } from './write-lines.js'

const gatesKept = 16
const atOnce = 16
// characters; a call that is longer is no call
const longestLine = 16 * 1024 * 1024

interface CheckLine extends CheckCall {
  readonly options: GateOptions
}

/** Answers every line of standard input with one line, in order. A line that is no call is answered with an error. */
export async function checkLines(base: GateOptions, host: Host): Promise<number> {
  const gates = new GateCache(gatesKept)
  // nobody reads on: neither do we
  const output = lineWriter(host.stdout, () => host.stdin.destroy())
  try {
    await inOrder(
      nonBlank(readLines(host.stdin, longestLine)),
      atOnce,
      (line) => checkLine(line, base, gates, host),
      (record) => output.write(JSON.stringify(record)),
    )
  } catch (error) {
    if (!output.closed) throw error
  } finally {
    await gates.close()
  }
  return exitCodes.ok.code
}

async function* nonBlank(lines: AsyncIterable<Line>): AsyncGenerator<Line> {
  for await (const line of lines) if (line.text.trim() !== '') yield line
}

async function checkLine(line: Line, base: GateOptions, gates: GateCache, host: Host): Promise<CheckRecord> {
  const call = readCheckLine(line, base)
  if ('problem' in call) return failedRecord(call.id, `Line ${line.number}: ${call.problem}`)
  try {
    const key = canonicalJson([call.options.cwd, call.options.settings, call.options.permissionMode])
    const work = (gate: Parameters<typeof checkCall>[0]) => checkCall(gate, call)
    return (await gates.use(key, () => host.openGate(call.options), work)).record
  } catch (error) {
    return failedRecord(
      call.id ?? null,
      `Line ${line.number}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** `cwd`, `settings` and `mode` of a line stand in for those of the command line. */
export function readCheckLine(
  line: Line,
  base: GateOptions,
): CheckLine | { readonly id: string | number | null; readonly problem: string } {
  const value = line.cut ? undefined : tryParseJson(line.text)
  if (!isRecord(value)) return { id: null, problem: line.cut ? 'it is too long.' : 'it is no JSON object.' }
  const { id, name, input, cwd, settings, mode } = value
  const shownId = typeof id === 'string' || typeof id === 'number' ? id : null
  const wrong = (problem: string) => ({ id: shownId, problem })
  if (typeof name !== 'string') return wrong('"name" must be a text.')
  if (cwd !== undefined && typeof cwd !== 'string') return wrong('"cwd" must be a text.')
  if (settings !== undefined && !isRecord(settings) && typeof settings !== 'string')
    return wrong('"settings" must be an object, or the path of a file.')
  if (mode !== undefined && !isMode(mode))
    return wrong(`"mode" must be one of ${permissionModes.join(', ')}.`)
  const start = base.cwd ?? '.'
  const options = {
    ...base,
    ...(cwd !== undefined && { cwd: isAbsolute(cwd) ? cwd : resolve(start, cwd) }),
    ...(settings !== undefined && {
      settings: typeof settings === 'string' ? resolve(start, settings) : settings,
    }),
    ...(mode !== undefined && { permissionMode: mode }),
  }
  return { id: shownId ?? undefined, name, input, options }
}

function isMode(mode: unknown): mode is PermissionMode {
  return (permissionModes as readonly unknown[]).includes(mode)
}
