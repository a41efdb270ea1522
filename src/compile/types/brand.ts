import type { ts } from '../program.ts'
import type { Kind, Walk } from './kind.ts'
import { isObjectType, isNamed } from './kind.ts'

/** A branded value (`string & { __brand: 'OrderId' }`) is what it brands: the brand exists for the compiler alone. */
const kind: Kind = {
  name: 'brand',
  emit(type, walk, place) {
    if (!type.isIntersection()) return undefined
    const branded = type.types.find((part) => isWhole(part, walk))
    return branded === undefined ? undefined : walk.emit(branded, place)
  },
}
export default kind

/** Whether a part of an intersection is a value of its own, which the other parts can only mark. */
function isWhole(type: ts.Type, walk: Walk): boolean {
  const { checker, compiler } = walk
  if (!isObjectType(type, compiler))
    return !type.isIntersection() && !type.isUnion() && (type.flags & compiler.TypeFlags.NonPrimitive) === 0
  return (
    checker.isArrayType(type) ||
    checker.isTupleType(type) ||
    isNamed(type, walk, ['Date', 'URL', 'Uint8Array', 'Buffer', 'Map', 'Set'])
  )
}
