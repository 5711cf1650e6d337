import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Programs that lines find on their PATH, and no others. All log; those of `stub.pl`'s list then run what they are named. */
export const stubNames =
  'ls rm git cp deploy nope from-file cat bash sh env timeout nohup nice stdbuf setsid xargs find'.split(' ')

export const stubFolder = '/fuzz/bin'
export const workFolder = '/fuzz/work'

/** What happened when bash ran a line. */
export interface Ran {
  /** Name and arguments of each program, as bytes (latin1): arguments need not be text. */
  readonly commands: readonly (readonly string[])[]
  /** New files, from the folder that it ran in. */
  readonly files: readonly string[]
  /** `broken`: bash could not parse it; `late`: it was ended after its time. */
  readonly ending: string
}

const programs = ['/usr/bin/bwrap', '/usr/bin/bash', '/usr/bin/perl']

/** Why there can be no jail on this machine. */
export function jailMissing(): string | undefined {
  const missing = programs.find((program) => !existsSync(program))
  if (missing !== undefined) return `${missing} is not installed`
  const { status, stderr } = spawnSync('/usr/bin/bwrap', [...walls, '/usr/bin/bash', '-c', ':'])
  return status === 0 ? undefined : `bwrap can't build a jail here: ${stderr}`
}

const walls = [
  ...['--unshare-all', '--as-pid-1', '--die-with-parent', '--new-session', '--clearenv'],
  ...['/usr', '/bin', '/lib', '/lib64'].flatMap((folder) => ['--ro-bind-try', folder, folder]),
  ...['--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--tmpfs', '/fuzz'],
]

/** Runs every line with real bash, each in a shell and a folder of its own: no network, nothing to write to but that folder. */
export async function runLines(lines: readonly string[], secondsEach = 2): Promise<readonly Ran[]> {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-fuzz-'))
  try {
    furnish(folder, lines)
    const output = await outputOf('/usr/bin/bwrap', [
      ...walls,
      ...['--ro-bind', folder, '/fuzz/given', '--ro-bind', join(folder, 'bin'), stubFolder],
      ...['--dir', '/fuzz/log', '--dir', workFolder, '--chdir', workFolder],
      ...['--setenv', 'PATH', stubFolder, '--setenv', 'HOME', workFolder, '--setenv', 'LC_ALL', 'C.UTF-8'],
      // a function that calls itself
      ...['--setenv', 'FUNCNEST', '20'],
      ...['/usr/bin/bash', '-c', 'ulimit -f 2000 -v 2000000 && exec /usr/bin/perl "$@"', 'jail'],
      ...['/fuzz/given/run-lines.pl', '/fuzz/given/lines', String(secondsEach)],
    ])
    return readRecords(output)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function furnish(folder: string, lines: readonly string[]): void {
  const given = (name: string) => new URL(`jail/${name}`, import.meta.url)
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  for (const name of stubNames) {
    copyFileSync(given('stub.pl'), join(bin, name))
    chmodSync(join(bin, name), 0o755)
  }
  copyFileSync(given('run-lines.pl'), join(folder, 'run-lines.pl'))
  writeFileSync(join(folder, 'lines'), lines.map((line) => `${line}\0`).join(''))
}

function outputOf(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const [output, complaints]: [Buffer[], Buffer[]] = [[], []]
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk))
    child.on('error', reject)
    child.on('close', (status) => {
      if (status === 0) resolve(Buffer.concat(output).toString('latin1'))
      else reject(new Error(`The jail ended with ${status}: ${Buffer.concat(complaints)}`))
    })
  })
}

/** The format that `run-lines.pl` prints. */
function readRecords(output: string): readonly Ran[] {
  const fields = output.split('\0')
  const all: Ran[] = []
  let commands: string[][] = []
  let at = 0
  while (at < fields.length - 1) {
    const head = fields[at++]!
    if (head !== 'files') {
      const next = at + Number(head)
      commands.push(fields.slice(at, next))
      at = next
      continue
    }
    const end = fields.indexOf('ended', at)
    all.push({ commands, files: fields.slice(at, end), ending: fields[end + 1]! })
    commands = []
    at = end + 2
  }
  return all
}
