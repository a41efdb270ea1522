import type { ts } from '../program.ts'
import { emitElement } from './element.ts'
import { isReference, refuseUnsupported } from './kind.ts'
import type { Kind, Walk } from './kind.ts'

/** A list whose places have types of their own. */
const kind: Kind = {
  name: 'tuple',
  emit(type, walk, place) {
    if (!isTuple(type, walk)) return undefined
    const { Required, Rest, Variadic } = walk.compiler.ElementFlags
    const flags = type.target.elementFlags
    const open = flags.findIndex((flag) => (flag & (Rest | Variadic)) !== 0)
    if (open >= 0 && open < flags.length - 1) {
      refuseUnsupported('a tuple with a rest element before its end', place)
    }
    const parts = walk.checker
      .getTypeArguments(type)
      .map((part, index) => emitElement(part, walk, { ...place, path: `${place.path}/${index}` }))
    const prefix = open < 0 ? parts : parts.slice(0, open)
    return {
      type: 'array',
      ...(prefix.length > 0 ? { prefixItems: prefix } : {}),
      items: parts[open] ?? false,
      ...(flags.includes(Required) ? { minItems: flags.filter((flag) => (flag & Required) !== 0).length } : {}),
    }
  },
}
export default kind

function isTuple(type: ts.Type, walk: Walk): type is ts.TupleTypeReference {
  return isReference(type, walk) && walk.checker.isTupleType(type)
}
