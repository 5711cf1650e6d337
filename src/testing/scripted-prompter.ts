import type { Answer, AskOptions, Prompter, Question } from '../prompt/prompter.js'

/** What to answer: one value for every question, or a function of it. */
export type Script = Answer | ((question: Question, options: AskOptions) => Answer | Promise<Answer>)

/** A prompter for tests: answers from a list (the last one again and again), and keeps what it was asked. */
export interface ScriptedPrompter extends Prompter {
  readonly questions: readonly Question[]
  /** The most questions that were open at the same time: 1, for a gate that keeps its word. */
  readonly mostAtOnce: number
}

export function scriptedPrompter(...script: readonly Script[]): ScriptedPrompter {
  const questions: Question[] = []
  let open = 0
  let mostAtOnce = 0
  return {
    questions,
    get mostAtOnce() {
      return mostAtOnce
    },
    ask: async (question, options) => {
      questions.push(question)
      mostAtOnce = Math.max(mostAtOnce, ++open)
      try {
        const next = script[Math.min(questions.length, script.length) - 1]
        if (next === undefined) return { kind: 'unattended' }
        return await (typeof next === 'function' ? next(question, options) : next)
      } finally {
        open--
      }
    },
  }
}
