import type { Callgate, CallgateOptions } from '../pipeline/api.js'

/** A gate with the built-in tools. Loaded when a subcommand needs it: `--version` and `--help` do not. */
export async function openGate(options: Omit<CallgateOptions, 'tools'>): Promise<Callgate> {
  const [{ createCallgate }, { builtinTools }] = await Promise.all([
    import('../create-callgate.js'),
    import('../tools/builtin.js'),
  ])
  return createCallgate({ ...options, tools: builtinTools() })
}
