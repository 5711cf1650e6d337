import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { childEnvironment } from '../../src/process/environment.js'
import { type Deeds, readTrace, tracedCalls } from './trace.js'

const here = new URL('.', import.meta.url).pathname

/** Seconds that one command may take. */
const limit = 3

/** What became of one command. */
export interface Run {
  readonly command: string
  /** `undefined`: it did not end in time. */
  readonly code: number | undefined
  /** The beginning of what it wrote to standard error. */
  readonly errors: string
  readonly deeds: Deeds
}

/** A folder that becomes `/home` and `/tmp` of a sandbox; `home/dev/proj` is where commands run. */
export interface Scratch {
  readonly folder: string
  copy(): Scratch
  remove(): void
}

export function createScratch(): Scratch {
  const scratch = scratchAt(mkdtempSync(join(tmpdir(), 'callgate-confirm-')))
  mkdirSync(join(scratch.folder, 'home/dev'), { recursive: true })
  mkdirSync(join(scratch.folder, 'tmp'))
  const { status, stderr } = spawnSync('bash', [join(here, 'project.sh'), join(scratch.folder, 'home/dev')], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The project for the commands could not be made: ${stderr}`)
  return scratch
}

function scratchAt(folder: string): Scratch {
  return {
    folder,
    copy: () => {
      const made = mkdtempSync(join(tmpdir(), 'callgate-confirm-'))
      spawnSync('cp', ['-a', `${folder}/.`, made])
      return scratchAt(made)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * Runs commands one after the other in the same scratch folder: no network, nothing of the machine writable, none of its
 * sockets within reach, and whatever was left running ends with the sandbox.
 */
export async function runBatch(commands: readonly string[], scratch: Scratch): Promise<readonly Run[]> {
  const watch = mkdtempSync(join(tmpdir(), 'callgate-watch-'))
  try {
    const base = (i: number) => join(watch, String(i).padStart(4, '0'))
    commands.forEach((command, i) => {
      writeFileSync(`${base(i)}.command`, command)
    })
    await inSandbox(scratch, watch, ['bash', '/run/suite/batch.sh', '/run/watch', String(limit)])
    return commands.map((command, i) => {
      const read = (kind: string) =>
        existsSync(`${base(i)}.${kind}`) ? readFileSync(`${base(i)}.${kind}`, 'utf8') : ''
      if (read('code') === '') throw new Error(`The sandbox ended before ${JSON.stringify(command)} had run.`)
      const code = Number(read('code'))
      return {
        command,
        code: code === 137 ? undefined : code,
        errors: read('errors').slice(0, 300),
        deeds: readTrace(read('trace')),
      }
    })
  } finally {
    rmSync(watch, { recursive: true, force: true })
  }
}

/** Which of these names bash finds in the sandbox. */
export async function findInstalled(
  names: readonly string[],
  scratch: Scratch,
): Promise<ReadonlySet<string>> {
  const script = 'for name; do type -t -- "$name" >/dev/null && printf "%s\\n" "$name"; done; true'
  const { stdout } = await inSandbox(scratch, undefined, ['bash', '-c', script, 'bash', ...names])
  return new Set(stdout.split('\n'))
}

/** Why nothing can be confirmed on this machine; `undefined` where it can. */
export function whyNoSandbox(): string | undefined {
  const tracing = ['strace', '-f', '-qq', '--seccomp-bpf', '-e', `trace=${tracedCalls}`, '-o', '/dev/null']
  const { status, stderr, error } = spawnSync('bwrap', [...jail, ...tracing, '/bin/bash', '-c', ':'], {
    encoding: 'utf8',
  })
  return status === 0 ? undefined : `bubblewrap and strace are needed: ${error?.message ?? stderr}`
}

const jail = [
  ...['--unshare-all', '--die-with-parent', '--new-session'],
  ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
  // sockets of services stand in /run
  ...['--tmpfs', '/run', '--tmpfs', '/home', '--tmpfs', '/tmp'],
]

/** What commands get from us, with a home of their own; of PATH the system's folders and that of node. */
const environment = {
  ...childEnvironment({
    base: {
      PATH: `/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:${dirname(process.execPath)}`,
      HOME: '/home/dev',
      USER: 'dev',
      LANG: 'C.UTF-8',
    },
  }),
  TRACED: tracedCalls,
}

function inSandbox(
  { folder }: Scratch,
  watch: string | undefined,
  command: readonly string[],
): Promise<{ readonly stdout: string }> {
  const places = [
    ...['--bind', join(folder, 'home/dev'), '/home/dev', '--bind', join(folder, 'tmp'), '/tmp'],
    ...(watch === undefined ? [] : ['--bind', watch, '/run/watch']),
    ...['--ro-bind', here, '/run/suite', '--chdir', '/home/dev/proj'],
  ]
  return new Promise((resolve, reject) => {
    const child = spawn('bwrap', [...jail, ...places, ...command], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (data: Buffer) => {
      stdout += data
    })
    child.stderr.on('data', (data: Buffer) => {
      stderr += data
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve({ stdout })
      else reject(new Error(`The sandbox ended with ${code}: ${stderr}`))
    })
  })
}
