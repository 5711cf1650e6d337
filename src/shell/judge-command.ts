import type { PathMention, ReadOnlyVerdict, SimpleCommand } from './analysis.js'
import { isSafeBefore } from './command-doubts.js'
import { changesDirectory, directoryTarget } from './folders.js'
import type { FoundCommand } from './found-command.js'
import { judgeProgram } from './judge-program.js'
import type { ProgramVerdict } from './program.js'
import type { Running, RunningCommands } from './running.js'
import type { Places } from './scope.js'
import { normalForm, programOf, type ShellWord, unknownWord } from './shell-word.js'
import { readThrough } from './transparent.js'

/** Folders that only the system administrator writes to: a path into them is the program of that name. */
const SYSTEM_FOLDER = /^\/(usr\/)?s?bin\/$/

/** A command of the line with all that its own words, and those of what it starts, say. */
export function judgeCommand(found: FoundCommand, started: RunningCommands): SimpleCommand {
  const { words, assignments, redirects, mentions, places, start, end } = found
  const judged = started.running.map(judgeRunning)
  const inner = started.scripts.flatMap((script) => script.mentions)
  const first = judged[0]
  return {
    start,
    end,
    text: normalForm(words),
    source: words.map(({ text }) => text).join(' '),
    argv: staticValues(words),
    words: words.map(publicWord),
    assignments: assignments.map(({ start, end, name, value }) => ({ start, end, name, value })),
    redirects: redirects.map(({ start, end, operator, access, target }) => ({
      start,
      end,
      operator,
      access,
      target,
    })),
    paths: withoutTwins(mentions.concat(...judged.map(({ mentions: of }) => of), inner)),
    hosts: [...new Set(judged.flatMap(({ verdict }) => verdict?.hosts ?? []))],
    readOnly: judgeReadOnly(found),
    usesGit: judged.some(({ verdict }) => verdict?.usesGit),
    after: [...(places[0] ?? []), ...(first?.verdict?.folders ?? [])],
  }
}

function staticValues(words: readonly ShellWord[]): readonly string[] | undefined {
  const values = words.map(({ value }) => value)
  return values.every((value) => value !== undefined) ? values : undefined
}

function publicWord({ text, value, glob, start, end }: ShellWord): SimpleCommand['words'][number] {
  return { text, value, glob, start, end }
}

interface Judged {
  readonly verdict: ProgramVerdict | undefined
  readonly mentions: readonly PathMention[]
}

/** What the program's table says of the files that its words name, wherever the program is reached from. */
function judgeRunning({ words, places, hasInput, open }: Running): Judged {
  const name = programOf(words)
  if (name === undefined || words.length === 0) return { verdict: undefined, mentions: [] }
  if (changesDirectory(words)) return { verdict: undefined, mentions: ofDirectory(words, places) }
  const last = words.at(-1)!
  const args = open ? [...words.slice(1), unknownWord(last)] : words.slice(1)
  const verdict = judgeProgram({ name, args, hasInput })
  const mentions = verdict.paths.flatMap((path) =>
    places.map((folders) =>
      mentionOf(path, verdict.folders.length === 0 ? folders : [...folders, ...verdict.folders]),
    ),
  )
  return { verdict, mentions }
}

function mentionOf(
  { access, path, text, pattern }: ProgramVerdict['paths'][number],
  after: PathMention['after'],
): PathMention {
  return { access, path, text, via: 'argument', pattern, after }
}

function ofDirectory(words: readonly ShellWord[], places: Places): readonly PathMention[] {
  const target = directoryTarget(words)
  if (!target) return []
  return places.map((after) => ({ access: 'read', path: target.folder, text: target.text, via: 'cd', after }))
}

/** A wrapper's table and that of the command behind it may both name a file. */
function withoutTwins(mentions: readonly PathMention[]): readonly PathMention[] {
  if (mentions.length < 2) return mentions
  const seen = new Set<string>()
  return mentions.filter(({ access, path, text, via, pattern, after }) => {
    const key = [
      access,
      via,
      path ?? '\u0001',
      text,
      pattern ?? '\u0001',
      after.map((each) => each ?? '\u0001').join('\0'),
    ].join('\u0002')
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Whether the program only reads, called like this. What its redirections write is the line's matter. */
function judgeReadOnly(found: FoundCommand): ReadOnlyVerdict {
  const { words, assignments, redirects } = found
  const connection = redirects.find(({ connects }) => connects)
  if (connection) return not('a redirection opens a connection')
  const unsafe = assignments.find(
    ({ name, value }) => words.length === 0 || !isSafeBefore(words, name, value),
  )
  if (unsafe) return not(`it sets ${unsafe.name}`)
  return judgeWords(words, found.hasInput)
}

function judgeWords(words: readonly ShellWord[], hasInput: boolean): ReadOnlyVerdict {
  const [name, ...args] = words
  const written = name?.value
  const program = programOf(words)
  if (name === undefined || written === undefined || program === undefined)
    return not('only the run decides which program it is')
  if (written !== program && !SYSTEM_FOLDER.test(written.slice(0, -program.length)))
    return not(`${written} is a file, and may be any program`)
  const revealing = words.find(({ reveals }) => reveals !== undefined)
  if (revealing) return not(`it would show the variable ${revealing.reveals}`)
  if (changesDirectory(words)) return judgeMove(program, words)
  const inner = readThrough(program, words)
  if (inner) return judgeWords(inner, hasInput)
  return judgeProgram({ name: program, args, hasInput }).readOnly
}

function judgeMove(program: string, words: readonly ShellWord[]): ReadOnlyVerdict {
  // `popd` and `pushd` with options change the stack in ways that are not followed
  const isPlain = /^(cd|pushd)$/.test(program) || words.length === 1
  return isPlain
    ? { value: true, reason: `${program} only changes the folder` }
    : not(`${program} is not understood like this`)
}

function not(reason: string): ReadOnlyVerdict {
  return { value: false, reason }
}
