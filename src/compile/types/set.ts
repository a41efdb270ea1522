import { emitElement } from './element.ts'
import { argumentPlace, argumentsOf, isNamed } from './kind.ts'
import type { Kind } from './kind.ts'

/** A set travels as a list without repetition. */
const kind: Kind = {
  name: 'set',
  emit(type, walk, place) {
    const [element] = isNamed(type, walk, ['Set', 'ReadonlySet']) ? argumentsOf(type, walk) : []
    if (element === undefined) return undefined
    const items = emitElement(element, walk, argumentPlace(place, 0, walk))
    return { type: 'array', items, uniqueItems: true, 'x-codec': 'set' }
  },
}
export default kind
