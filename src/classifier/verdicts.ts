import { Lru } from '../base/lru.js'
import type { Classifier, ClassifierQuestion, Verdict } from './classifier.js'
import type { PendingVerdict } from './pending.js'

/** Starts verdicts ahead of time, and remembers them by tool, command and working directory. */
export interface Verdicts {
  start(question: ClassifierQuestion): PendingVerdict
}

/** `onError` hears of a classifier that rejects or answers rubbish; the call then goes on as if it had no opinion. */
export function createVerdicts(
  classifier: Classifier,
  onError: (error: unknown) => void,
  capacity = 500,
): Verdicts {
  const known = new Lru<string, Verdict>(capacity)
  return {
    start: (question) => {
      const key = JSON.stringify([question.toolName, question.command, question.cwd])
      const remembered = known.get(key)
      if (remembered !== undefined) return { promise: Promise.resolve(remembered), drop: () => {} }
      const dropping = new AbortController()
      const dropped = new Promise<undefined>((resolve) => {
        dropping.signal.addEventListener('abort', () => resolve(undefined), { once: true })
      })
      const asked = ask(classifier, question, dropping.signal).then(
        (verdict) => {
          if (!dropping.signal.aborted) known.set(key, verdict)
          return verdict
        },
        (error: unknown) => {
          if (!dropping.signal.aborted) onError(error)
          return undefined
        },
      )
      return { promise: Promise.race([asked, dropped]), drop: () => dropping.abort() }
    },
  }
}

/** Async, so that a classifier that throws at once rejects like any other. */
async function ask(
  classifier: Classifier,
  question: ClassifierQuestion,
  signal: AbortSignal,
): Promise<Verdict> {
  const verdict = await classifier.classify(question, signal)
  if (!isVerdict(verdict)) throw new TypeError('A classifier answers { behavior, confidence, reason }.')
  return verdict
}

function isVerdict(value: unknown): value is Verdict {
  if (typeof value !== 'object' || value === null) return false
  const { behavior, confidence } = value as Partial<Verdict>
  return (
    ['allow', 'deny', 'ask', 'none'].includes(behavior ?? '') &&
    (confidence === 'high' || confidence === 'low')
  )
}
