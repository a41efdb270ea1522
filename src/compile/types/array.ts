import type { ts } from '../program.ts'
import { emitElement } from './element.ts'
import { argumentsOf } from './kind.ts'
import type { Kind, Place, Walk } from './kind.ts'

/** A list of one type, also behind an interface that extends `Array`. */
const kind: Kind = {
  name: 'array',
  emit(type, walk, place) {
    const element = elementOf(type, walk)
    if (element === undefined) return undefined
    if ((element.flags & walk.compiler.TypeFlags.Never) !== 0) return { type: 'array', items: false }
    return { type: 'array', items: emitElement(element, walk, partOf(place, walk)) }
  },
}
export default kind

function elementOf(type: ts.Type, walk: Walk): ts.Type | undefined {
  const { checker } = walk
  if (checker.isArrayType(type)) return argumentsOf(type, walk)[0]
  const extendsArray = type.isClassOrInterface() && checker.getBaseTypes(type).some((base) => checker.isArrayType(base))
  return extendsArray ? type.getNumberIndexType() : undefined
}

function partOf({ path, node, ...place }: Place, { compiler }: Walk): Place {
  return { ...place, path: `${path}/*`, node: node === undefined ? undefined : (elementNode(node, compiler) ?? node) }
}

function elementNode(node: ts.Node, compiler: Walk['compiler']): ts.Node | undefined {
  if (compiler.isTypeOperatorNode(node)) return elementNode(node.type, compiler)
  if (compiler.isArrayTypeNode(node)) return node.elementType
  return compiler.isTypeReferenceNode(node) ? node.typeArguments?.[0] : undefined
}
