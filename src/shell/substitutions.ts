import { copyScope, type Scope } from './scope.js'
import { forEachChild, type SyntaxNode, type Word } from './syntax.js'
import { noteRevealed, spanIn, type Walk, wordIn } from './walk.js'

/** Every script inside substitutions below this node, in source order. */
export function walkSubstitutions(node: SyntaxNode, scope: Scope, walk: Walk): void {
  switch (node.type) {
    case 'Literal':
    case 'SimpleExpansion':
    case 'SingleQuoted':
      return
    case 'CommandExpansion':
    case 'ArithmeticCommandExpansion':
    case 'ProcessSubstitution':
      walkInner(node, scope, walk)
      return
    case 'HereDocBody':
      if (node.parts) noteRevealed(wordIn({ ...bodyAsWord(node), parts: node.parts }, scope, walk), walk)
  }
  forEachChild(node, (child) => walkSubstitutions(child, scope, walk))
}

type Substitution = Extract<
  SyntaxNode,
  { type: 'CommandExpansion' | 'ArithmeticCommandExpansion' | 'ProcessSubstitution' }
>

function walkInner(node: Substitution, scope: Scope, walk: Walk): void {
  const { script } = node
  if (!script) {
    walk.doubts.add('a substitution that is not understood', node.text, spanIn(node, walk))
    return
  }
  const inside = copyScope(scope)
  if (node.type === 'ProcessSubstitution' && node.operator === '>') inside.hasInput = true
  // decoded backticks are a text of their own, with positions of their own
  const origin = script.source === undefined ? undefined : spanIn(node, walk)
  walk.doubts.within(origin, () => walk.visit(script, inside, walk))
}

/** An unquoted body is expanded as if it stood in double quotes. */
function bodyAsWord({ text, pos, end }: { text: string; pos: number; end: number }): Word {
  return { type: 'Word', text, value: text, pos, end }
}
