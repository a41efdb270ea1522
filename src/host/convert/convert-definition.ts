import { isObject } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import { convertSchema } from './convert-schema.ts'
import type { ModelTool } from './parts.ts'
import type { Profile } from './profile.ts'
import type { SchemaRules } from './schema-rules.ts'
import { Inexpressible } from './schema/inexpressible.ts'
import { unwieldy } from './schema/measure.ts'
import type { Size } from './schema/measure.ts'

export type Conversion =
  | {
      readonly kind: 'tool'
      readonly tool: Omit<ModelTool, 'name'>
      readonly size: Size
      readonly restore: (args: UnknownObject) => UnknownObject
    }
  | { readonly kind: 'aside'; readonly reason: string }

const known = new WeakMap<UnknownObject, WeakMap<SchemaRules, Conversion>>()

/** A definition as a provider takes it, or why it cannot. Never throws, and does the work once for one definition. */
export function convertDefinition(definition: UnknownObject, profile: Profile, isStrict: boolean): Conversion {
  const rules = isStrict ? profile.strict?.schema : profile.schema
  if (rules === undefined) return aside(`${profile.title} has no strict mode.`)
  const conversions = known.get(definition) ?? new WeakMap<SchemaRules, Conversion>()
  known.set(definition, conversions)
  const conversion = conversions.get(rules) ?? convert(definition, rules, isStrict)
  conversions.set(rules, conversion)
  return conversion
}

function convert(definition: UnknownObject, rules: SchemaRules, isStrict: boolean): Conversion {
  const { inputSchema } = definition
  if (!isObject(inputSchema)) return aside('Its input schema is no object.')
  const reason = unwieldy(inputSchema)
  if (reason !== undefined) return aside(`Its input schema ${reason}.`)
  try {
    const { schema, notes, size, restore } = convertSchema(inputSchema, rules)
    const description = [descriptionOf(definition), ...notes].filter((text) => text !== '').join('\n')
    return {
      kind: 'tool',
      tool: { description, inputSchema: schema, ...(isStrict && { strict: true }) },
      size,
      restore,
    }
  } catch (error) {
    return aside(
      error instanceof Inexpressible ? `Its input schema ${error.message}.` : 'Its input schema cannot be read.',
    )
  }
}

function aside(reason: string): Conversion {
  return { kind: 'aside', reason }
}

const longestDescription = 10_000

function descriptionOf({ description, title }: UnknownObject): string {
  const text = typeof description === 'string' ? description : typeof title === 'string' ? title : ''
  const whole = text.toWellFormed()
  return whole.length <= longestDescription ? whole : `${whole.slice(0, longestDescription).toWellFormed()}…`
}
