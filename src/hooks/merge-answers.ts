import type { HookEntry } from '../settings/snapshot.js'
import type { OneAnswer } from './answer.js'
import type { HookAnswer, HookWords, PostAnswer } from './hook-port.js'

/** A hook and what it said, in configuration order. */
export interface Said {
  readonly hook: HookEntry
  readonly answer: OneAnswer
}

/** How a hook is named to people. */
export function nameHook({ event, command, file, line, source }: HookEntry): string {
  const short = command === undefined ? event : command.length > 80 ? `${command.slice(0, 80)}…` : command
  return `${event} hook \`${short}\` (${file === undefined ? source : `${file}:${line ?? 1}`})`
}

const noWords: HookWords = { contexts: [], notices: [], stop: undefined }
const noAnswer: HookAnswer = {
  ...noWords,
  voice: { behavior: 'none', reason: '', hook: '', source: undefined },
  rewrite: undefined,
}
/** What no hook said: the same value each time. */
export const noPostAnswer: PostAnswer = { ...noWords, replacedOutput: undefined }

const strictestFirst = ['deny', 'ask', 'allow'] as const

/** deny > ask > allow whatever order they ended in; the last rewrite in configuration order wins whole. */
export function mergePreToolUse(all: readonly Said[]): HookAnswer {
  if (all.length === 0) return noAnswer
  const strictest = strictestFirst.find((behavior) => all.some(({ answer }) => answer.behavior === behavior))
  const winner = all.find(({ answer }) => answer.behavior === strictest)
  const rewrites = all.filter(({ answer }) => answer.updatedInput !== undefined)
  const last = rewrites.at(-1)
  return {
    ...mergeWords(all),
    voice: {
      behavior: strictest ?? 'none',
      reason: winner?.answer.reason ?? '',
      hook: winner ? nameHook(winner.hook) : '',
      source: winner?.hook.source,
    },
    rewrite: last && {
      input: last.answer.updatedInput,
      by: nameHook(last.hook),
      others: rewrites.slice(0, -1).map(({ hook }) => nameHook(hook)),
    },
  }
}

/** What ran cannot be undone: a deny is a remark for the model. */
export function mergePost(all: readonly Said[]): PostAnswer {
  if (all.length === 0) return noPostAnswer
  const words = mergeWords(all)
  const remarks = all
    .filter(({ answer }) => answer.behavior === 'deny')
    .map(({ hook, answer }) => `${nameHook(hook)} says: ${answer.reason}`)
  const last = all.filter(({ answer }) => answer.updatedOutput !== undefined).at(-1)
  return {
    ...words,
    contexts: [...remarks, ...words.contexts],
    replacedOutput: last?.answer.updatedOutput && {
      output: last.answer.updatedOutput.value,
      by: nameHook(last.hook),
    },
  }
}

function mergeWords(all: readonly Said[]): HookWords {
  const contexts = all.flatMap(({ answer }) => answer.context ?? [])
  const notices = all.flatMap(({ hook, answer }) => [
    ...(answer.systemMessage === undefined ? [] : [answer.systemMessage]),
    ...(answer.failure === undefined ? [] : [`${nameHook(hook)} did not do its work: ${answer.failure}.`]),
  ])
  return { contexts, notices, stop: all.find(({ answer }) => answer.stop !== undefined)?.answer.stop }
}
