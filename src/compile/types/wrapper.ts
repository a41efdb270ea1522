import type { SchemaType } from '../../tool/index.ts'
import { isNamed } from './kind.ts'
import type { Kind } from './kind.ts'

const types: Readonly<Record<string, SchemaType>> = { String: 'string', Number: 'number', Boolean: 'boolean' }

/** `String` where `string` was meant. */
const kind: Kind = {
  name: 'wrapper',
  emit(type, walk) {
    const name = isNamed(type, walk, Object.keys(types)) ? types[type.symbol.name] : undefined
    return name === undefined ? undefined : { type: name }
  },
}
export default kind
