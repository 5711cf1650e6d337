import { splitPath } from './matchers/path-text.js'

/** Folders and files through which a write could make programs run later, or widen what is allowed (MD14). */
const folders = new Set(
  '.git .vscode .idea .husky .cargo .devcontainer .yarn .mvn .claude .callgate'.split(' '),
)
const files = new Set(
  (
    '.gitconfig .gitmodules .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin ' +
    '.zlogout .kshrc .cshrc .tcshrc .inputrc .envrc .npmrc .yarnrc .yarnrc.yml .pnp.cjs .pnp.loader.mjs .pnpmfile.cjs bunfig.toml ' +
    '.bunfig.toml .bazelrc .bazelversion .bazeliskrc .pre-commit-config.yaml gradle-wrapper.properties maven-wrapper.properties ' +
    '.devcontainer.json .ripgreprc pyrightconfig.json .mcp.json .claude.json'
  ).split(' '),
)

/** The part of the path that is protected against writes; `undefined` where none is. */
export function protectedPart(path: string): string | undefined {
  const names = splitPath(path)
  for (const [i, name] of names.entries()) {
    const lower = name.toLowerCase()
    if (lower === '.claude' && names[i + 1] === 'worktrees' && names.length > i + 2) continue
    if (folders.has(lower)) return name
    if (lower === '.config' && names[i + 1] === 'git') return '.config/git'
    if (lower === '.config' && names[i + 1] === 'fish') return '.config/fish'
  }
  const last = names.at(-1) ?? ''
  if (files.has(last.toLowerCase()) || /^lefthook(-local)?\.|^\.lefthook(-local)?\./i.test(last)) return last
  return undefined
}
