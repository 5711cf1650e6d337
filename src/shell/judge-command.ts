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

/** `\\\\host\\share`: Windows sends the user's credentials there. */
const NETWORK_PATH = /(^|=)\\\\[\w.-]+[\\/]/

/** A command of the line with all that its own words, and those of what it starts, say. */
export function judgeCommand(found: FoundCommand, started: RunningCommands): SimpleCommand {
  const { words, assignments, redirects, mentions, places, start, end } = found
  const judged = started.running.map((each, i) => judgeRunning(each, started.running[i + 1]))
  const inner = started.scripts.flatMap((script) => [
    ...script.commands.flatMap((each) => each.mentions),
    ...script.mentions,
  ])
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
    hosts: [...new Set(judged.flatMap(({ hosts }) => hosts))],
    readOnly: judgeReadOnly(found, started, judged),
    usesGit: judged.some(({ usesGit }) => usesGit),
    after: [...(places[0] ?? []), ...(judged[0]?.folders ?? [])],
  }
}

function staticValues(words: readonly ShellWord[]): readonly string[] | undefined {
  const values = words.map(({ value }) => value)
  return values.every((value) => value !== undefined) ? values : undefined
}

function publicWord({ text, value, glob, start, end }: ShellWord): SimpleCommand['words'][number] {
  return { text, value, glob, start, end }
}

interface Judged extends Omit<ProgramVerdict, 'paths'> {
  readonly mentions: readonly PathMention[]
  /** It does nothing itself: what counts is the command that it runs. */
  readonly isTransparent?: boolean
}

const nothingKnown = { mentions: [], hosts: [], usesGit: false, folders: [] }

/** What is known of one command, wherever it is started from; what it starts itself is judged on its own. */
function judgeRunning({ words, places, hasInput, open }: Running, next: Running | undefined): Judged {
  const name = programOf(words)
  if (words.length === 0) return { ...nothingKnown, readOnly: not('it sets variables') }
  if (name === undefined)
    return { ...nothingKnown, readOnly: not('only the run decides which program it is') }
  const refusal = refuse(words, name)
  if (changesDirectory(words)) {
    return {
      ...nothingKnown,
      mentions: ofDirectory(words, places),
      readOnly: refusal ?? judgeMove(name, words),
    }
  }
  const inner = readThrough(name, words)
  if (inner && next?.words.length === inner.length) {
    return {
      ...nothingKnown,
      readOnly: refusal ?? { value: true, reason: `${name} runs another command` },
      isTransparent: true,
    }
  }
  const args = open ? [...words.slice(1), unknownWord(words.at(-1)!)] : words.slice(1)
  const { paths, readOnly, hosts, usesGit, folders } = judgeProgram({ name, args, hasInput })
  const mentions = paths.flatMap((path) =>
    places.map((after) => mentionOf(path, folders.length === 0 ? after : [...after, ...folders])),
  )
  return { mentions, hosts, usesGit, folders, readOnly: refusal ?? readOnly }
}

/** What no table can know: that it is another program, or that a word would show what the environment holds. */
function refuse(words: readonly ShellWord[], program: string): ReadOnlyVerdict | undefined {
  const written = words[0]?.value ?? ''
  if (written !== program && !SYSTEM_FOLDER.test(written.slice(0, -program.length))) {
    return not(`${written} is a file, and may be any program`)
  }
  const share = words.find(({ values }) => values?.some((value) => NETWORK_PATH.test(value)))
  if (share) return not(`${share.text} is a path on another machine`)
  // a test shows no more than yes or no
  const revealing = /^(test|\[)$/.test(program)
    ? undefined
    : words.find(({ reveals }) => reveals !== undefined)
  return revealing && not(`it would show the variable ${revealing.reveals}`)
}

function mentionOf(
  { access, path, text, pattern, below }: ProgramVerdict['paths'][number],
  after: PathMention['after'],
): PathMention {
  return { access, path, text, via: 'argument', pattern, after, ...(below && { below }) }
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
  return mentions.filter(({ access, path, text, via, pattern, below, after }) => {
    const key = [
      access,
      via,
      path ?? '\u0001',
      text,
      pattern ?? '\u0001',
      below ?? '',
      after.map((each) => each ?? '\u0001').join('\0'),
    ].join('\u0002')
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Whether it, and all that it starts, only reads. What its redirections write is the line's matter. */
function judgeReadOnly(
  found: FoundCommand,
  { scripts }: RunningCommands,
  judged: readonly Judged[],
): ReadOnlyVerdict {
  const { words, assignments, redirects } = found
  if (redirects.some(({ connects }) => connects)) return not('a redirection opens a connection')
  const unsafe = assignments.find(
    ({ name, value }) => words.length === 0 || !isSafeBefore(words, name, value),
  )
  if (unsafe) return not(`it sets ${unsafe.name}`)
  const changing = judged.find(({ readOnly }) => !readOnly.value)
  if (changing) return changing.readOnly
  if (scripts.length > 0) return not('it runs a script of its own')
  return judged.find(({ isTransparent }) => !isTransparent)?.readOnly ?? not('nothing is known of it')
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
