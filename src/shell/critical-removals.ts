import type { Running } from './running.js'
import { programOf, type ShellWord } from './shell-word.js'

/** Removals that no rule may allow: what they name, as written, as far as the text alone tells. */
export function criticalRemovals(running: readonly Running[]): readonly string[] {
  const targets = running.flatMap(({ words }) => {
    if (!/^(rm|rmdir)(\.exe)?$/.test(programOf(words) ?? '')) return []
    const args = words.slice(1)
    const end = args.findIndex(({ value }) => value === '--')
    const operands = args.filter(({ value }, i) => (end >= 0 && i > end) || !value?.startsWith('-'))
    if (args.some(({ value }) => value === '--no-preserve-root')) return operands.map(({ text }) => text)
    return operands.filter(isCritical).map(({ text }) => text)
  })
  return [...new Set(targets)]
}

function isCritical(word: ShellWord): boolean {
  // somebody's home
  if (/^~[\w.-]*\/*\*?$/.test(word.text)) return true
  if (word.values) return word.values.some((value) => isCriticalPath(value, word.tilde))
  return word.pattern !== undefined && word.glob
    ? isCriticalGlob(word.text) || underVariable(word.text)
    : underVariable(word.text)
}

/** The root and what stands right under it, home folders, the current folder and those above it. */
function isCriticalPath(value: string, tilde: boolean): boolean {
  const path = normalise(value)
  if (/^\/?$|^\/[^/]+$|^(\.\.?)(\/\.\.)*$/.test(path) && value !== '') return true
  if (/^\/(home|Users|private)\/[^/]+$/.test(path)) return true
  return tilde && path === '~'
}

/** `/*`, `/usr/*`, `~/*`, `*`, `./*`, `../*`: all that a critical folder holds. */
function isCriticalGlob(text: string): boolean {
  const bare = normalise(text.replace(/["']/g, ''))
  if (/^\/[^/]*$/.test(bare)) return true
  const slash = bare.lastIndexOf('/')
  const [folder, last] = [bare.slice(0, Math.max(slash, 0)), bare.slice(slash + 1)]
  if (!takesAll(last)) return false
  return (
    folder === '' ||
    /^(~[\w.-]*|\.\.?(\/\.\.)*)$/.test(folder) ||
    /^\/(?!tmp$)[^/]+$/.test(folder) ||
    /^\/(home|Users|private)\/[^/]+$/.test(folder)
  )
}

/** A last part of a glob that leaves nothing out: `*`, `.*`, `{a,b}`, `[a-z]*`. */
function takesAll(part: string): boolean {
  return (
    (/^[.*?]+$/.test(part) && /[*?]/.test(part)) ||
    (part.startsWith('{') && part.endsWith('}')) ||
    /^\[[^\]]*\]\*$/.test(part)
  )
}

/** Directly under a variable, which may be empty: `"$DIR"/*`, `$DIR/`; or with such a folder as what it falls back to. */
function underVariable(text: string): boolean {
  const bare = text.replace(/["']/g, '')
  const below = /^\$(?:\w+|\{[^}]*\})\/+(.*)$/s.exec(bare)?.[1]
  if (below !== undefined && (below === '' || below === '.' || takesAll(below))) return true
  if (/^(\$\(\s*pwd\s*\)|`\s*pwd\s*`|\$\{?(PWD|OLDPWD|HOME)\}?)\/?$/.test(bare)) return true
  const fallback = /^\$\{\w+:?[-=+](.*?)\}(.*)$/s.exec(bare)
  return (
    fallback !== null &&
    (isCriticalPath(`${fallback[1]}${fallback[2]}`, true) || isCriticalGlob(`${fallback[1]}${fallback[2]}`))
  )
}

/** Without doubled and trailing slashes, `.` and what `..` takes back. */
function normalise(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    const last = parts.at(-1)
    if (part === '..' && last !== undefined && last !== '..' && !last.startsWith('~')) parts.pop()
    else if (part !== '..' || !path.startsWith('/')) parts.push(part)
  }
  if (path.startsWith('/')) return `/${parts.join('/')}`
  return parts.length === 0 ? '.' : parts.join('/')
}
