import type { ProgramTable } from '../program.js'
import type { ShellWord } from '../shell-word.js'
import { changes, pathsFrom } from './options.js'

const operandsOf = (args: readonly ShellWord[]): ShellWord[] => {
  const end = args.findIndex(({ value }) => value === '--')
  const before = end < 0 ? args : args.slice(0, end)
  return [
    ...before.filter(({ value }) => value === undefined || !value.startsWith('-') || value === '-'),
    ...(end < 0 ? [] : args.slice(end + 1)),
  ]
}

const all =
  (what: string, access: 'write' | 'delete', skip = 0): ProgramTable =>
  ({ name, args }) =>
    changes(`${name} ${what}`, pathsFrom(operandsOf(args).slice(skip), access))

/** Sources, then a target; with `-t` the target comes first. */
const copies =
  (what: string, source: 'read' | 'delete'): ProgramTable =>
  ({ name, args }) => {
    const at = args.findIndex(({ value }) => value === '-t' || value === '--target-directory')
    const named = operandsOf(at < 0 ? args : [...args.slice(0, at), ...args.slice(at + 2)])
    const targets = at < 0 ? named.slice(-1) : args.slice(at + 1, at + 2)
    const sources = at < 0 ? named.slice(0, -1) : named
    return changes(`${name} ${what}`, [...pathsFrom(sources, source), ...pathsFrom(targets, 'write')])
  }

/** Runs what a file holds, in this very shell. */
const source: ProgramTable = ({ name, args }) =>
  changes(`${name} runs a file`, pathsFrom(args.slice(0, 1), 'read'))

const dd: ProgramTable = ({ args }) => {
  const part = (name: string) =>
    args.flatMap((word) =>
      word.prefix.startsWith(`${name}=`)
        ? [
            {
              ...word,
              value: word.value?.slice(name.length + 1),
              values: word.values?.map((value) => value.slice(name.length + 1)),
            },
          ]
        : [],
    )
  return changes('dd writes', [...pathsFrom(part('if'), 'read'), ...pathsFrom(part('of'), 'write')])
}

const curl: ProgramTable = ({ name, args }) => {
  const hosts: string[] = []
  const written: ShellWord[] = []
  const read: ShellWord[] = []
  args.forEach((word, i) => {
    const url = /^(?:https?:\/\/)?([a-z0-9.-]+\.[a-z]{2,}|localhost)(?:[:/?#]|$)/i.exec(word.prefix)
    if (url && !word.prefix.startsWith('-')) hosts.push(url[1]!.toLowerCase())
    const before = args[i - 1]?.value
    if (before === '-o' || before === '--output' || before === '-O' || before === '--output-document')
      if (before !== '-O' || name === 'wget') written.push(word)
    if (before === '-T' || before === '--upload-file' || before === '-K' || before === '--config')
      read.push(word)
  })
  return changes(`${name} uses the network`, [...pathsFrom(written, 'write'), ...pathsFrom(read, 'read')], {
    hosts: [...new Set(hosts)],
  })
}

/** Programs that change files: never read-only, but the files they name are known. */
export const writers: Readonly<Record<string, ProgramTable>> = {
  rm: all('removes files', 'delete'),
  rmdir: all('removes folders', 'delete'),
  unlink: all('removes a file', 'delete'),
  shred: all('destroys files', 'delete'),
  mkdir: all('makes folders', 'write'),
  touch: all('makes files', 'write'),
  truncate: all('cuts files', 'write'),
  tee: all('writes its input into files', 'write'),
  chmod: all('changes modes', 'write', 1),
  chown: all('changes owners', 'write', 1),
  chgrp: all('changes groups', 'write', 1),
  mv: copies('moves files', 'delete'),
  cp: copies('copies files', 'read'),
  install: copies('copies files', 'read'),
  rsync: copies('copies files', 'read'),
  ln: copies('makes links', 'read'),
  source,
  '.': source,
  dd,
  curl,
  wget: curl,
}
