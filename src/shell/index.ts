export { analyseCommand } from './analyse-command.js'
export type {
  CommandAssignment,
  CommandRedirect,
  CommandWord,
  PathMention,
  PossibleCommand,
  ReadOnlyVerdict,
  ShellAnalysis,
  SimpleCommand,
  Span,
  Uncertainty,
} from './analysis.js'
