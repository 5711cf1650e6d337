const BASH = /^(r?bash|eval|trap|mapfile|readarray)$/
const FAR_FROM_BASH = /^(zsh|fish|emulate)$/

/** What only bash reads as it does; `true &>x rm y` starts `rm` in dash. `$((1))` is the same everywhere. */
const BASH_ONLY = /\$['"[]|&>|\|&|<<<|[<>]\(|(^|[^$])\(\(|\[\[|;&/
/** What may be read in another way by a shell of another family: globs that run code, `=rm`, `(rm)` in place of `$(rm)`. */
const NOT_EVERYWHERE = /[^\w\s./:@%+,'"|&;-]/

/**
 * Whether the shell that gets this text may run something else than bash would.
 * @param program the one whose shell it is: a shell, a builtin of bash, or what starts `sh`
 */
export function readsOtherwise(program: string, text: string): boolean {
  if (BASH.test(program)) return false
  return (FAR_FROM_BASH.test(program) ? NOT_EVERYWHERE : BASH_ONLY).test(text)
}
