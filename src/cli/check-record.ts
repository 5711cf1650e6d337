import { isRecord } from '../base/json.js'
import type { DecidedBy } from '../permissions/decision.js'
import type { Callgate, CheckOutcome } from '../pipeline/api.js'
import { analyseCommand } from '../shell/analyse-command.js'
import type { Uncertainty } from '../shell/analysis.js'

/** One line of `check --jsonl`, and `check --json`. */
export interface CheckRecord {
  readonly id: string | number | null
  readonly decision: CheckOutcome['decision']
  readonly stage: CheckOutcome['stage']
  readonly reason: string
  /** `lookup`: no such tool. `input`: the line itself was no call. */
  readonly decidedBy: DecidedBy | { readonly type: 'lookup' | 'input' }
  /** Of a Bash call. `argv` is null where a word is only known once it runs. */
  readonly commands?: readonly {
    readonly text: string
    readonly argv: readonly string[] | null
    readonly readOnly: boolean
  }[]
  readonly uncertain?: readonly Uncertainty[]
  readonly destructive?: string
}

export interface CheckCall {
  readonly id?: string | number | undefined
  readonly name: string
  readonly input: unknown
}

export async function checkCall(
  gate: Callgate,
  { id, name, input }: CheckCall,
): Promise<{ record: CheckRecord; outcome: CheckOutcome }> {
  const outcome = await gate.check({ type: 'tool_use', id: String(id ?? 'check'), name, input })
  const { decision, stage, reason, trace } = outcome
  const decidedBy = trace?.decidedBy ?? {
    type: stage === 'lookup' ? ('lookup' as const) : ('validation' as const),
  }
  const command = isBash(gate, name) && isRecord(input) ? input.command : undefined
  const shell = typeof command === 'string' ? shellPart(command) : {}
  return { record: { id: id ?? null, decision, stage, reason, decidedBy, ...shell }, outcome }
}

export function failedRecord(id: string | number | null, reason: string): CheckRecord {
  return { id, decision: 'error', stage: 'lookup', reason, decidedBy: { type: 'input' } }
}

/** Whether a name, or an alias, means a tool that runs shell commands. */
export function isBash(gate: Callgate, name: string): boolean {
  return gate.tools.some(
    (tool) =>
      tool.ruleFamily === 'bash' && (tool.name === name || tool.aliases.some((alias) => alias.name === name)),
  )
}

function shellPart(command: string): Pick<CheckRecord, 'commands' | 'uncertain' | 'destructive'> {
  const { commands, uncertain, destructive } = analyseCommand(command)
  return {
    commands: commands.map(({ text, argv, readOnly }) => ({
      text,
      argv: argv ?? null,
      readOnly: readOnly.value,
    })),
    ...(uncertain.length > 0 && { uncertain }),
    ...(destructive !== undefined && { destructive }),
  }
}
