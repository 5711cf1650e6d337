import type { FoundAssignment } from './found-command.js'
import type { Scope } from './scope.js'
import type { ShellWord } from './shell-word.js'
import type { Assignment, Word } from './syntax.js'
import { noteRevealed, spanIn, type Walk, wordIn } from './walk.js'

export function readAssignment(node: Assignment, scope: Scope, walk: Walk): FoundAssignment {
  const shared = { ...spanIn(node, walk), name: node.name, text: node.text }
  if (node.index && !/^\d+$/.test(node.index.text))
    walk.doubts.add('a subscript is evaluated', node.text, shared)
  if (node.value.type === 'ArrayValue') {
    for (const element of node.value.elements) readElement(element, scope, walk)
    return { ...shared, value: undefined, word: undefined }
  }
  const word = wordIn(node.value, scope, walk)
  noteRevealed(word, walk)
  return { ...shared, value: word.value, word }
}

function readElement(element: Word, scope: Scope, walk: Walk): void {
  if (element.text.startsWith('[') && !/^\[\d+\]\+?=/.test(element.text)) {
    walk.doubts.add('a subscript is evaluated', element.text, spanIn(element, walk))
  }
  noteRevealed(wordIn(element, scope, walk), walk)
}

/** The assignments of a command that is nothing else: from here on the line knows these values. */
export function assign(
  nodes: readonly Assignment[],
  values: readonly FoundAssignment[],
  scope: Scope,
  walk: Walk,
): void {
  nodes.forEach((node, i) => {
    const value = values[i]?.value
    const isKnown = walk.survey.variablesFollow && value !== undefined && !node.append && !node.index
    scope.integers.delete(node.name)
    // `~` is expanded at the beginning and behind each colon
    scope.variables.set(node.name, isKnown && !value.includes('~') ? { values: [value] } : {})
  })
}

/** An argument; `export A=1` has one that the parser reads as an assignment. */
export function readArgument(node: Word | Assignment, scope: Scope, walk: Walk): ShellWord {
  if (node.type === 'Word') return wordIn(node, scope, walk)
  const { value, word, start, end } = readAssignment(node, scope, walk)
  const name = `${node.name}${node.append ? '+' : ''}=`
  const text = value === undefined || node.index ? undefined : name + value
  return {
    start,
    end,
    text: node.text,
    value: text,
    values: text === undefined ? undefined : [text],
    prefix: text ?? name,
    glob: false,
    splits: false,
    tilde: false,
    pattern: undefined,
    pipe: false,
    reveals: word?.reveals,
  }
}
