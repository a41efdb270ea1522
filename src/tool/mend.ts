import { isObject } from './json.ts'
import type { UnknownObject } from './json.ts'
import { nearest } from './nearest.ts'
import { sampleOf } from './sample.ts'
import type { JsonSchema, ObjectSchema, SchemaObject } from './schema.ts'
import { validatorOf } from './validate.ts'

const shownLength = 400

/**
 * Arguments that the schema accepts, as near as can be to what was sent: what is right is kept, what is misspelt gets
 * its name, the rest a sample. Undefined where none was found or it would be long. For showing, never for running.
 */
export function mend(schema: ObjectSchema, sent: unknown): UnknownObject | undefined {
  const mended = mendObject(schema, isObject(sent) ? sent : {})
  return validatorOf(schema)(mended) && JSON.stringify(mended).length <= shownLength ? mended : undefined

  function mendValue(wanted: JsonSchema, value: unknown): unknown {
    if (isValid(wanted, value)) return value
    if (typeof wanted === 'boolean') return undefined
    if (isObject(value) && wanted.properties !== undefined) return mendObject(wanted, value)
    if (Array.isArray(value) && wanted.items !== undefined)
      return value.map((item) => mendValue(wanted.items ?? true, item))
    return sampleOf(wanted, schema)
  }

  function mendObject(wanted: SchemaObject, value: UnknownObject): UnknownObject {
    const properties = Object.entries(wanted.properties ?? {})
    const known = properties.map(([name]) => name)
    const sentAs = new Map(
      Object.keys(value).map((name) => [known.includes(name) ? name : nearest(name, known)[0], name]),
    )
    const members = properties.flatMap(([name, property]): [string, unknown][] => {
      const source = Object.hasOwn(value, name) ? name : sentAs.get(name)
      if (source !== undefined) return [[name, mendValue(property, value[source])]]
      return wanted.required?.includes(name) === true ? [[name, sampleOf(property, schema)]] : []
    })
    return Object.fromEntries(members)
  }

  /** A part that refers to the root's `$defs` can only be judged with them. */
  function isValid(wanted: JsonSchema, value: unknown): boolean {
    if (typeof wanted === 'boolean' || schema.$defs === undefined) return validatorOf(wanted)(value)
    return validatorOf({ ...wanted, $defs: schema.$defs })(value)
  }
}
