import { type Command, forEachChild, type SyntaxNode } from './syntax.js'

/** One look over the whole tree before the walk: what could upset everything that is said about names and variables. */
export interface Survey {
  readonly functions: ReadonlySet<string>
  /** False where something may assign variables in ways that the walk does not follow. */
  readonly variablesFollow: boolean
  /** The same, but arithmetic alone does no harm: what it assigns are numbers. */
  readonly numbersFollow: boolean
  /** A `cd` somewhere. */
  readonly movesFolder: boolean
}

const ASSIGNING =
  /^(read|mapfile|readarray|declare|typeset|local|export|readonly|let|getopts|unset|eval|source|\.|trap|wait|set|shift|enable|alias|shopt)$/

export function survey(root: SyntaxNode): Survey {
  const functions = new Set<string>()
  let [numbersFollow, calculates, moves] = [true, false, false]
  const look = (node: SyntaxNode): void => {
    switch (node.type) {
      case 'Literal':
      case 'SimpleExpansion':
      case 'SingleQuoted':
        return
      case 'Function':
        functions.add(node.name.value)
        numbersFollow = false
        break
      case 'Coproc':
      case 'Select':
        numbersFollow = false
        break
      case 'Command':
        if (node.name && mayAssign(node.name.value, node.args[0]?.text)) numbersFollow = false
        if (isMove(node)) moves = true
        break
      case 'Default':
        if (node.operator.includes('=')) numbersFollow = false
        break
      case 'ArithmeticBinary':
        if (/^([-+*/%&|^]|<<|>>)?=$/.test(node.operator)) calculates = true
        break
      case 'ArithmeticUnary':
        if (/^(\+\+|--)$/.test(node.operator)) calculates = true
        break
    }
    forEachChild(node, look)
  }
  look(root)
  return { functions, variablesFollow: numbersFollow && !calculates, numbersFollow, movesFolder: moves }
}

function isMove({ name, args }: Command): boolean {
  const words = [name, ...args].slice(0, 3).map((word) => (word?.type === 'Word' ? word.value : undefined))
  return words.some((word) => word === 'cd' || word === 'pushd' || word === 'popd')
}

const moving = new WeakMap<SyntaxNode, boolean>()

/** Whether it may leave the shell itself, and not a child of it, in another folder. */
export function movesFolder(node: SyntaxNode): boolean {
  if (node.type === 'Command') return isMove(node)
  if (
    node.type === 'Subshell' ||
    node.type === 'Word' ||
    (node.type === 'Pipeline' && node.commands.length > 1)
  )
    return false
  const known = node.type === 'CompoundList' ? moving.get(node) : undefined
  if (known !== undefined) return known
  let moves = false
  forEachChild(node, (child) => {
    moves ||= movesFolder(child)
  })
  if (node.type === 'CompoundList') moving.set(node, moves)
  return moves
}

function mayAssign(name: string, first: string | undefined): boolean {
  if (ASSIGNING.test(name) || /[$`*?[{]/.test(name)) return true
  return name === 'printf' && first !== undefined && !/^['"]?[^-]/.test(first)
}

const remembered = new WeakMap<SyntaxNode, ReadonlySet<string>>()

/** Variables that a construct may assign, so that nothing is known about them inside a loop or after it. */
export function assignedNames(root: SyntaxNode): ReadonlySet<string> {
  const known = remembered.get(root)
  if (known) return known
  const names = new Set<string>()
  const look = (node: SyntaxNode): void => {
    if (node.type === 'Assignment') names.add(node.name)
    if (node.type === 'For' || node.type === 'Select') names.add(node.name.text)
    forEachChild(node, (child) => {
      // what holds statements is asked for again on the way down
      if (child.type === 'CompoundList') for (const name of assignedNames(child)) names.add(name)
      else look(child)
    })
  }
  look(root)
  remembered.set(root, names)
  return names
}
