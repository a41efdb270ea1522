import { isObject } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import { convertSchema } from './convert-schema.ts'
import type { ConvertedSchema } from './convert-schema.ts'
import type { ModelTool } from './parts.ts'
import type { Profile } from './profile.ts'
import type { SchemaRules } from './schema-rules.ts'
import { cut, longestDescription } from './schema/brief.ts'
import { Inexpressible } from './schema/inexpressible.ts'
import { mostConverted, unwieldy } from './schema/measure.ts'
import type { Size } from './schema/measure.ts'

export type Conversion =
  | {
      readonly kind: 'tool'
      readonly tool: Omit<ModelTool, 'name'>
      readonly size: Size
      readonly restore: (args: UnknownObject) => UnknownObject
    }
  | { readonly kind: 'aside'; readonly reason: string }

/** A definition as a provider takes it, or why it cannot. Never throws. A schema that was converted is not again. */
export function convertDefinition(definition: UnknownObject, profile: Profile, isStrict: boolean): Conversion {
  const rules = isStrict ? profile.strict?.schema : profile.schema
  const { inputSchema } = definition
  if (rules === undefined) return { kind: 'aside', reason: `${profile.title} has no strict mode.` }
  if (!isObject(inputSchema)) return { kind: 'aside', reason: 'Its input schema is no object.' }
  const converted = convertOnce(inputSchema, rules)
  if (typeof converted === 'string') return { kind: 'aside', reason: converted }
  const { schema, notes, size, restore } = converted
  const texts = [descriptionOf(definition), notes.join('\n')]
  const description = texts
    .filter((text) => text !== '')
    .map((text) => cut(text, longestDescription))
    .join('\n')
  return { kind: 'tool', tool: { description, inputSchema: schema, ...(isStrict && { strict: true }) }, size, restore }
}

/** What became of a schema, or why it cannot be converted. */
type Converted = ConvertedSchema | string

const known = new WeakMap<UnknownObject, WeakMap<SchemaRules, Converted>>()

function convertOnce(inputSchema: UnknownObject, rules: SchemaRules): Converted {
  const conversions = known.get(inputSchema) ?? new WeakMap<SchemaRules, Converted>()
  known.set(inputSchema, conversions)
  const converted = conversions.get(rules) ?? convert(inputSchema, rules)
  conversions.set(rules, converted)
  return converted
}

function convert(inputSchema: UnknownObject, rules: SchemaRules): Converted {
  const reason = unwieldy(inputSchema)
  if (reason !== undefined) return `Its input schema ${reason}.`
  try {
    const converted = convertSchema(inputSchema, rules)
    const large = unwieldy(converted.schema, mostConverted)
    return large === undefined ? converted : `Its input schema ${large} once it is converted.`
  } catch (error) {
    return error instanceof Inexpressible ? `Its input schema ${error.message}.` : 'Its input schema cannot be read.'
  }
}

function descriptionOf({ description, title }: UnknownObject): string {
  const text = typeof description === 'string' ? description : typeof title === 'string' ? title : ''
  return text.toWellFormed()
}
