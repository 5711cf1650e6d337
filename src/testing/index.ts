/** Fakes that keep to the ports' contracts, for tests of programs that embed the gate. */
export { recordingJournal, recordingTelemetry } from './recording.js'
export { type Script, type ScriptedPrompter, scriptedPrompter } from './scripted-prompter.js'
export { streamOf } from './streams.js'
