import type { SchemaObject } from '../../tool/index.ts'
import type { ts } from '../program.ts'
import type { Place, Walk } from './kind.ts'
import { nullable } from './union.ts'

/** The schema of an element of a list. In a result, JSON writes null where a list holds undefined. */
export function emitElement(type: ts.Type, walk: Walk, place: Place): SchemaObject {
  const schema = walk.emit(type, place)
  const mayBeNothing =
    type.isUnion() && type.types.some(({ flags }) => (flags & walk.compiler.TypeFlags.Undefined) !== 0)
  return walk.side === 'output' && mayBeNothing ? nullable(schema) : schema
}
