import pc from 'picocolors'
import { isRecord, tryParseJson } from '../base/json.js'
import type { CheckOutcome } from '../pipeline/api.js'
import { checkLines } from './check-lines.js'
import { checkCall, isBash } from './check-record.js'
import { checkTree } from './check-tree.js'
import { exitCodes } from './exit-codes.js'
import { type GateArguments, gateOptions } from './gate-options.js'
import { CliError, type Host } from './host.js'
import { lineWriter } from './write-lines.js'

export interface CheckArguments extends GateArguments {
  readonly json?: boolean
  readonly jsonl?: boolean
}

const codes: Readonly<Record<CheckOutcome['decision'], number>> = {
  allow: exitCodes.ok.code,
  ask: exitCodes.ask.code,
  deny: exitCodes.deny.code,
  error: exitCodes.error.code,
}

/** Decides about a call without running anything, and shows how it came to that. Gives the exit code. */
export async function check(
  name: string | undefined,
  text: string | undefined,
  given: CheckArguments,
  host: Host,
): Promise<number> {
  const options = await gateOptions(given, host.cwd)
  if (given.jsonl) {
    if (name !== undefined)
      throw new CliError(
        'check --jsonl reads calls from standard input: leave TOOL and INPUT out.',
        exitCodes.usage.code,
      )
    return await checkLines(options, host)
  }
  if (name === undefined || text === undefined)
    throw new CliError('check needs TOOL and INPUT, or --jsonl.', exitCodes.usage.code)
  const output = lineWriter(host.stdout, () => {})
  const gate = await host.openGate(options)
  try {
    const call = { name, input: readInput(text, isBash(gate, name)) }
    const { record, outcome } = await checkCall(gate, call)
    for (const { severity, file, line, message } of await gate.diagnostics()) {
      host.stderr.write(
        `${severity}: ${file ?? 'settings'}${line === undefined ? '' : `:${line}`}: ${message}\n`,
      )
    }
    const colors = pc.createColors(host.color && host.stdout.isTTY === true)
    const columns = Math.min(200, Math.max(40, host.stdout.columns ?? 100))
    const tree = () =>
      checkTree(call, record, outcome, { columns, colors, cwd: options.cwd ?? host.cwd }).join('\n')
    await output.write(given.json ? JSON.stringify(record) : tree())
    return codes[outcome.decision]
  } finally {
    await gate.close()
  }
}

/** JSON; for a shell tool also the command as it stands. */
function readInput(text: string, bash: boolean): unknown {
  const value = tryParseJson(text)
  if (isRecord(value)) return value
  if (bash) return { command: text }
  throw new CliError(
    `INPUT must be a JSON object: ${JSON.stringify(text.slice(0, 80))} is none.`,
    exitCodes.usage.code,
  )
}
