import { refuse } from './kind.ts'
import type { Kind, Place, Walk } from './kind.ts'
import { isUnresolved } from './unresolved.ts'

/** `any` and `unknown` say that everything is welcome, unless it is an import that was not found. */
const kind: Kind = {
  name: 'any',
  emit(type, walk, place) {
    const { Any, Unknown } = walk.compiler.TypeFlags
    if ((type.flags & (Any | Unknown)) === 0) return undefined
    if (isUnresolved(type)) refuse('unresolved', missing(place, walk), place)
    return {}
  },
}
export default kind

/** A name that was written, or what a value without a written type was inferred from. */
function missing({ node }: Place, { compiler }: Walk): string {
  if (node !== undefined && compiler.isTypeNode(node)) return `the type ${node.getText().slice(0, 80)} was not found`
  return 'its type comes from an import that was not found, or from a package without types (for node: npm install -D @types/node)'
}
