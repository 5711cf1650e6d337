import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ToolFailure } from '../errors/tool-failure.js'
import { findOnPath, isExecutable } from './find-program.js'

/** Linux takes 128 KiB for one argument, its closing NUL included; above it the command goes through a file. */
const longestArgument = 120 * 1024

export interface ShellCommand {
  readonly program: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** The folder the shell was in at its end; `undefined` where it could not say. */
  finalFolder(): Promise<string | undefined>
  /** Removes what was written for it. */
  clear(): Promise<void>
}

/**
 * A command for a shell that starts without anybody's startup files. The text reaches it byte for byte, as the argument of
 * `-c`. To learn where `cd` led, bash reads a line of ours first (BASH_ENV) that sets an EXIT trap: the text itself, `$0`, line
 * numbers, error messages and exit codes stay as they are. A command that sets an EXIT trap of its own, or replaces the shell
 * by `exec`, leaves no word about its folder.
 */
export async function shellCommand(command: string, name: string, folder: string): Promise<ShellCommand> {
  if (command.includes('\0')) {
    throw new ToolFailure(
      'Not run: the command holds a NUL character, which no shell can take. Leave it out, or write \\0 with printf.',
    )
  }
  const program = findShell()
  const isBash = program.endsWith('bash')
  const prefix = join(folder, name)
  const files = { start: `${prefix}.start`, end: `${prefix}.cwd`, script: `${prefix}.sh` }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const long = Buffer.byteLength(command) > longestArgument
  const clear = async () => {
    await Promise.all(Object.values(files).map((file) => rm(file, { force: true })))
  }
  try {
    if (long) await writeFile(files.script, command, { mode: 0o600, flag: 'wx' })
    if (isBash) await writeFile(files.start, startLines(files.end), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    await clear()
    throw error
  }
  return {
    program,
    args: [...(isBash ? ['--noprofile', '--norc'] : []), ...(long ? [files.script] : ['-c', command])],
    environment: isBash ? { BASH_ENV: files.start } : {},
    finalFolder: () => readFolder(files.end),
    clear,
  }
}

/** Everything inside the trap is silent, so that `set -x` and a DEBUG trap of the command leave no trace of it. */
function startLines(end: string): string {
  const trap = `{ builtin pwd -P >|${quote(end)} || :; } >/dev/null 2>&1`
  return `unset BASH_ENV\ntrap ${quote(trap)} EXIT\n`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

async function readFolder(file: string): Promise<string | undefined> {
  try {
    const text = await readFile(file, 'utf8')
    return text.startsWith('/') ? text.replace(/\n$/, '') : undefined
  } catch {
    return undefined
  }
}

let found: string | undefined

/** The system's own bash, whatever PATH says; else the first on PATH, else sh. */
function findShell(): string {
  if (found !== undefined && isExecutable(found)) return found
  found =
    ['/bin/bash', '/usr/bin/bash'].find(isExecutable) ??
    findOnPath('bash') ??
    ['/bin/sh', '/usr/bin/sh'].find(isExecutable)
  if (found === undefined) throw new ToolFailure('Not run: neither bash nor sh was found on this machine.')
  return found
}
