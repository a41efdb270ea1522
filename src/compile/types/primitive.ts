import type { SchemaObject } from '../../tool/index.ts'
import type { Compiler } from '../program.ts'
import type { Kind } from './kind.ts'

/** What JSON has itself. */
const kind: Kind = {
  name: 'primitive',
  emit: (type, { compiler }) => table(compiler).find(([flag]) => (type.flags & flag) !== 0)?.[1],
}
export default kind

function table({ TypeFlags }: Compiler): readonly (readonly [number, SchemaObject])[] {
  return [
    [TypeFlags.String, { type: 'string' }],
    [TypeFlags.Number, { type: 'number' }],
    [TypeFlags.Boolean, { type: 'boolean' }],
    [TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Void, { type: 'null' }],
    [TypeFlags.NonPrimitive, { type: 'object' }],
  ]
}
