import type { Kind } from './kind.ts'

/** A `bigint` travels as decimal digits: a JSON number would lose some of them. */
const kind: Kind = {
  name: 'bigint',
  emit(type, { compiler, checker }) {
    if ((type.flags & compiler.TypeFlags.BigInt) !== 0) {
      return { type: 'string', pattern: '^-?\\d+$', 'x-codec': 'bigint' }
    }
    if ((type.flags & compiler.TypeFlags.BigIntLiteral) === 0) return undefined
    return { type: 'string', const: checker.typeToString(type).replace(/n$/, ''), 'x-codec': 'bigint' }
  },
}
export default kind
