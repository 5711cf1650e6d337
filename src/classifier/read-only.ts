import { analyseCommand } from '../shell/analyse-command.js'
import type { Classifier } from './classifier.js'

/**
 * The classifier that is always there: the analyser's verdict on the text. It is evidence and grants nothing: which files a
 * reading command touches is decided in stage 4, where the disk is looked up. (An LLM that judges by descriptions joins
 * behind the same port.)
 */
export const readOnlyClassifier: Classifier = {
  classify: async ({ command }) => {
    const { readOnly } = analyseCommand(command)
    return { behavior: 'none', confidence: 'high', reason: readOnly.reason, readOnly: readOnly.value }
  },
}
