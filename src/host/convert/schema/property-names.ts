import { digest, isObject } from '../../../tool/index.ts'
import type { UnknownObject } from '../../../tool/index.ts'

const hashLength = 8
const longest = 64

/** Names that a provider takes, for those of a schema that it refuses: the same each time, and none given twice. */
export function propertyNames(schema: UnknownObject, allowed: RegExp | undefined): ReadonlyMap<string, string> {
  if (allowed === undefined) return new Map()
  const all = new Set<string>()
  collect(schema, all)
  const refused = [...all].filter((name) => !allowed.test(name))
  return new Map(refused.map((name) => [name, saneName(name, all)]))
}

function saneName(name: string, taken: Set<string>): string {
  const sane = name.replaceAll(/[^A-Za-z0-9_]+/g, '_').replace(/^(?![A-Za-z_])/, '_')
  let unique = sane.slice(0, longest)
  for (let turn = 0; taken.has(unique); turn += 1)
    unique = `${sane.slice(0, longest - hashLength - 1)}_${digest([name, turn]).slice(0, hashLength)}`
  taken.add(unique)
  return unique
}

/** Every name that a property of any part of a schema has, or must have. */
function collect(schema: unknown, names: Set<string>): void {
  if (Array.isArray(schema)) for (const part of schema) collect(part, names)
  if (!isObject(schema)) return
  const { properties, required } = schema
  for (const name of isObject(properties) ? Object.keys(properties) : []) names.add(name)
  for (const name of Array.isArray(required) ? required : []) if (typeof name === 'string') names.add(name)
  for (const part of Object.values(schema)) collect(part, names)
}
