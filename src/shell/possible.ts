import type { PossibleCommand } from './analysis.js'
import type { Running } from './running.js'
import { normalForm, quote, type ShellWord } from './shell-word.js'

/** How deny and ask rules see a command that may run: with and without assignments before it, by its path and by its name. */
export function possibleForms(running: readonly Running[]): readonly PossibleCommand[] {
  const forms = new Map<string, PossibleCommand>()
  for (const each of running) {
    for (const form of formsOf(each)) {
      const key = `${form.via}\0${form.text}\0${form.argv.map((arg) => arg ?? '\u0001').join('\0')}`
      if (!forms.has(key)) forms.set(key, form)
    }
  }
  return [...forms.values()]
}

function formsOf({ words, assignments, via, open }: Running): readonly PossibleCommand[] {
  const [name, ...args] = words
  if (!name) return assignments.length === 0 ? [] : [form(assignments, via, false)]
  const plain = namesOf(name).map((each) => form([each, ...args], via, open))
  return assignments.length === 0 ? plain : [...plain, form([...assignments, ...words], via, open)]
}

function form(words: readonly ShellWord[], via: string, open: boolean): PossibleCommand {
  const argv = words.map(knownValue)
  return { text: normalForm(words), argv: open ? [...argv, undefined] : argv, via }
}

/** A variable whose value the line itself says is as good as that value. */
function knownValue({ value, values, splits, text }: ShellWord): string | undefined {
  // as a path `$HOME/x` is `~/x`, but that is not what the command gets
  const isRenamed = /\$\{?(HOME|PWD)\b/.test(text)
  return value ?? (values?.length === 1 && !splits && !isRenamed ? values[0] : undefined)
}

/** The name as written, every value it may take, and each without its folder. */
function namesOf(name: ShellWord): readonly ShellWord[] {
  const values = name.value === undefined ? (name.values ?? []) : [name.value]
  const bare = values.map((value) => value.slice(value.lastIndexOf('/') + 1)).filter((value) => value !== '')
  const extra = [...new Set([...values, ...bare])].filter((value) => value !== name.value)
  return [name, ...extra.map((value): ShellWord => ({ ...name, value, text: quote(value), values: [value] }))]
}
