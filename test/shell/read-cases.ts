import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { secretPart } from '../../src/permissions/matchers/secret-path.js'
import type { PathMention, ShellAnalysis } from '../../src/shell/analysis.js'

export interface BashCase {
  readonly id: string
  readonly command: string
  readonly auto_allow: boolean
  readonly judgment?: boolean
  readonly setup?: string
  readonly shell?: string
  readonly nested?: readonly string[]
  readonly why: string
}

export function readCases(): readonly BashCase[] {
  const file = new URL('../../../shared/cases/bash.jsonl', import.meta.url)
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as BashCase)
}

const home = '/home/dev'
const project = '/home/dev/proj'

/** Whether the text alone lets it run unasked: the analyser's part of the decision. */
export function isFree({ readOnly, uncertain }: ShellAnalysis): boolean {
  return readOnly.value && uncertain.length === 0
}

/** Whether what it reads leaves the project or looks like a secret: stage 4 asks then, whatever the analyser says. */
export function leavesScope({ paths }: ShellAnalysis): boolean {
  return paths.some((mention) => {
    const path = resolve(mention)
    if (path === undefined) return true
    return (
      path !== '/dev/null' &&
      (!(path === project || path.startsWith(`${project}/`)) || secretPart(path) !== undefined)
    )
  })
}

function resolve({ path, pattern, after }: PathMention): string | undefined {
  const written = path ?? folderOf(pattern)
  if (written === undefined) return undefined
  let folder: string | undefined = project
  for (const change of after) folder = change === undefined ? undefined : absolute(change, folder)
  return absolute(written, folder)
}

/** As stage 4 does it: only plain globs, none that could match what begins with a dot or looks like a secret. */
function folderOf(pattern: string | undefined): string | undefined {
  if (pattern === undefined || /["'\\$`{(]|\.\.|(^|\/)\./.test(pattern)) return undefined
  const fixed = pattern.replace(/[*?[].*$/s, '')
  return fixed.slice(0, fixed.lastIndexOf('/') + 1) || '.'
}

function absolute(path: string, folder: string | undefined): string | undefined {
  if (path === '~' || path.startsWith('~/')) return posix.join(home, path.slice(1))
  // somebody else's home
  if (path.startsWith('~')) return '/'
  if (path.startsWith('/')) return posix.resolve(path)
  return folder === undefined ? undefined : posix.resolve(folder, path)
}
