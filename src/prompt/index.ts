export { visibleText } from '../base/visible-text.js'
export { withoutTerminal } from './how-to-allow.js'
export {
  type Answer,
  type AskOptions,
  type Prompter,
  type Question,
  type SaveDestination,
  unattended,
} from './prompter.js'
export { isInteractive, type TerminalOptions, terminalPrompter } from './terminal.js'
