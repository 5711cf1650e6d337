import { forEachChild, type SyntaxNode } from './syntax.js'

/** One look over the whole tree before the walk: what could upset everything that is said about names and variables. */
export interface Survey {
  readonly functions: ReadonlySet<string>
  /** False where something may assign variables in ways that the walk does not follow. */
  readonly variablesFollow: boolean
}

const ASSIGNING =
  /^(read|mapfile|readarray|declare|typeset|local|export|readonly|let|getopts|unset|eval|source|\.|trap|wait|set|shift|enable|alias|shopt)$/

export function survey(root: SyntaxNode): Survey {
  const functions = new Set<string>()
  let variablesFollow = true
  const look = (node: SyntaxNode): void => {
    switch (node.type) {
      case 'Literal':
      case 'SimpleExpansion':
      case 'SingleQuoted':
        return
      case 'Function':
        functions.add(node.name.value)
        variablesFollow = false
        break
      case 'Coproc':
      case 'Select':
        variablesFollow = false
        break
      case 'Command':
        if (node.name && mayAssign(node.name.value, node.args[0]?.text)) variablesFollow = false
        break
      case 'Default':
        if (node.operator.includes('=')) variablesFollow = false
        break
      case 'ArithmeticBinary':
        if (/^([-+*/%&|^]|<<|>>)?=$/.test(node.operator)) variablesFollow = false
        break
      case 'ArithmeticUnary':
        if (/^(\+\+|--)$/.test(node.operator)) variablesFollow = false
        break
    }
    forEachChild(node, look)
  }
  look(root)
  return { functions, variablesFollow }
}

function mayAssign(name: string, first: string | undefined): boolean {
  if (ASSIGNING.test(name) || /[$`*?[{]/.test(name)) return true
  return name === 'printf' && first !== undefined && !/^['"]?[^-]/.test(first)
}

/** Variables that a construct may assign, so that nothing is known about them inside a loop or after it. */
export function assignedNames(root: SyntaxNode): Set<string> {
  const names = new Set<string>()
  const look = (node: SyntaxNode): void => {
    if (node.type === 'Assignment') names.add(node.name)
    if (node.type === 'For' || node.type === 'Select') names.add(node.name.text)
    forEachChild(node, look)
  }
  look(root)
  return names
}
