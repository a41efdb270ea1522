import { refuse } from './kind.ts'
import type { Kind } from './kind.ts'
import { isUnresolved } from './unresolved.ts'

/** `any` and `unknown` say that everything is welcome, unless it is an import that was not found. */
const kind: Kind = {
  name: 'any',
  emit(type, walk, place) {
    const { Any, Unknown } = walk.compiler.TypeFlags
    if ((type.flags & (Any | Unknown)) === 0) return undefined
    if (isUnresolved(type)) refuse('unresolved', `the type ${place.node?.getText() ?? ''} was not found`, place)
    return {}
  },
}
export default kind
