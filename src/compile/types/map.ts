import type { JsonSchema, SchemaObject } from '../../tool/index.ts'
import type { ts } from '../program.ts'
import { argumentPlace, argumentsOf, isNamed } from './kind.ts'
import type { Kind, Walk } from './kind.ts'
import { literalOf } from './literal.ts'
import { patternOf } from './template.ts'

/** A map with string keys travels as an object, any other as a list of pairs. */
const kind: Kind = {
  name: 'map',
  emit(type, walk, place) {
    if (!isNamed(type, walk, ['Map', 'ReadonlyMap'])) return undefined
    const [key, value] = argumentsOf(type, walk)
    if (key === undefined || value === undefined) return undefined
    const values = walk.emit(value, argumentPlace(place, 1, walk))
    const keyed = objectOf(key, values, walk)
    return keyed === undefined
      ? pairs(walk.emit(key, argumentPlace(place, 0, walk)), values)
      : { type: 'object', ...keyed, 'x-codec': 'map' }
  },
}
export default kind

function objectOf(key: ts.Type, values: JsonSchema, walk: Walk): SchemaObject | undefined {
  const { String, TemplateLiteral } = walk.compiler.TypeFlags
  if ((key.flags & String) !== 0) return { additionalProperties: values }
  if ((key.flags & TemplateLiteral) !== 0) {
    return { patternProperties: { [`^${patternOf(key, walk)}$`]: values }, additionalProperties: false }
  }
  const names = (key.isUnion() ? key.types : [key]).map((member) => literalOf(member, walk))
  if (!names.every((name) => typeof name === 'string')) return undefined
  return {
    properties: Object.fromEntries(names.toSorted().map((name) => [name, values])),
    additionalProperties: false,
  }
}

function pairs(key: SchemaObject, value: SchemaObject): SchemaObject {
  const items: SchemaObject = { type: 'array', prefixItems: [key, value], items: false, minItems: 2 }
  return { type: 'array', items, 'x-codec': 'entries' }
}
