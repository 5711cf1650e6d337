/** Escape sequences of terminals: CSI, OSC and other strings up to their end, and single ones. */
const escapes =
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\|$)|\u001b[ -/]*[0-~]|\u009b[0-?]*[ -/]*[@-~]/g
const others = /[\u0001-\u0007\u000b\u000c\u000e-\u001f\u007f-\u009f]/g

/** What a terminal would show of a program's output, as plain text: no colours, of a progress bar its last state. NUL stays. */
export function terminalText(raw: string): string {
  const plain = raw.includes('\u001b') || raw.includes('\u009b') ? raw.replace(escapes, '') : raw
  const lines = plain.includes('\r')
    ? plain.replaceAll('\r\n', '\n').split('\n').map(lastState).join('\n')
    : plain
  const back = lines.includes('\b') ? withoutBackspaces(lines) : lines
  return back.replace(others, '')
}

function lastState(line: string): string {
  if (!line.includes('\r')) return line
  return line.split('\r').findLast((state) => state.trim() !== '') ?? ''
}

function withoutBackspaces(text: string): string {
  const kept: string[] = []
  for (const character of text) {
    if (character !== '\b') kept.push(character)
    else if (kept.length > 0 && kept.at(-1) !== '\n') kept.pop()
  }
  return kept.join('')
}
