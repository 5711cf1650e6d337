import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isRecord, tryParseJson } from '../base/json.js'
import type { CallgateOptions } from '../pipeline/api.js'
import type { PermissionMode } from '../tool/tool.js'
import { readCommandFile } from './command-file.js'
import { exitCodes } from './exit-codes.js'
import { CliError } from './host.js'

/** The options that `run` and `check` share, as commander gives them. */
export interface GateArguments {
  readonly settings?: string
  readonly allowedTools?: readonly string[]
  readonly disallowedTools?: readonly string[]
  readonly permissionMode?: PermissionMode
  readonly addDir?: readonly string[]
  readonly cwd?: string
  readonly trust?: boolean
  readonly command?: string
  readonly session?: string
}

export type GateOptions = Omit<CallgateOptions, 'tools'>

/** Paths of arguments start where the program was started, not at `--cwd`. */
export async function gateOptions(given: GateArguments, start: string): Promise<GateOptions> {
  const cwd = resolve(start, given.cwd ?? '.')
  await requireFolder(cwd)
  return {
    cwd,
    ...(given.settings !== undefined && { settings: await readSettings(given.settings, start) }),
    ...(given.allowedTools && { allowedTools: given.allowedTools }),
    ...(given.disallowedTools && { disallowedTools: given.disallowedTools }),
    ...(given.command !== undefined && {
      commandAllowedTools: await commandRules(resolve(start, given.command)),
    }),
    ...(given.permissionMode && { permissionMode: given.permissionMode }),
    ...(given.addDir && { additionalDirectories: given.addDir.map((folder) => resolve(start, folder)) }),
    ...(given.trust && { trust: true }),
    ...(given.session !== undefined && { sessionId: given.session }),
  }
}

async function requireFolder(cwd: string): Promise<void> {
  const found = await stat(cwd).catch(() => undefined)
  if (!found?.isDirectory()) throw new CliError(`--cwd: ${cwd} is no folder.`, exitCodes.usage.code)
}

/** A path, or settings written out. The gate reads the file itself, to know lines; here it is only made sure that it can. */
async function readSettings(
  given: string,
  start: string,
): Promise<Readonly<Record<string, unknown>> | string> {
  if (given.trimStart().startsWith('{')) {
    const settings = tryParseJson(given)
    if (isRecord(settings)) return settings
    throw new CliError('--settings: the text is not valid JSON.', exitCodes.settings.code)
  }
  const path = resolve(start, given)
  await readFile(path).catch((error: Error) => {
    throw new CliError(`--settings: ${error.message}`, exitCodes.settings.code, { cause: error })
  })
  return path
}

async function commandRules(path: string): Promise<readonly string[]> {
  return await readCommandFile(path).catch((error: Error) => {
    throw new CliError(`--command: ${error.message}`, exitCodes.settings.code, { cause: error })
  })
}
