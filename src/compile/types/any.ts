import type { ts } from '../program.ts'
import { refuse } from './kind.ts'
import type { Kind, Place, Walk } from './kind.ts'
import { isUnresolved } from './unresolved.ts'

/** `any` and `unknown` say that everything is welcome, unless it is an import that was not found. */
const kind: Kind = {
  name: 'any',
  emit(type, walk, place) {
    const { Any, Unknown } = walk.compiler.TypeFlags
    if ((type.flags & (Any | Unknown)) === 0) return undefined
    if (isUnresolved(type)) refuseMissing(place, walk)
    return {}
  },
}
export default kind

/** Names the type that was written, or else says what a value without a written type was inferred from. */
function refuseMissing(place: Place, walk: Walk): never {
  const { node, at } = place
  const written = node !== undefined && walk.compiler.isTypeNode(node) ? (unresolvedIn(node, walk) ?? node) : undefined
  if (written === undefined) return refuse('unresolved', untyped, place)
  const message = `the type ${written.getText().slice(0, 80)} was not found`
  return refuse('unresolved', message, { ...place, at: walk.isAuthors(written) ? written : at })
}

const untyped =
  'its type comes from an import that was not found, or from a package without types (for node: npm install -D @types/node)'

/** The first part of a type that is a name without a meaning. */
function unresolvedIn(node: ts.Node, walk: Walk): ts.Node | undefined {
  const { compiler, checker } = walk
  if (compiler.isTypeReferenceNode(node) && isUnresolved(checker.getTypeFromTypeNode(node))) return node
  return compiler.forEachChild(node, (child) => unresolvedIn(child, walk))
}
