import type { UnknownObject } from '../../tool/index.ts'
import type { SchemaRules } from './schema-rules.ts'
import type { Undo } from './schema/context.ts'
import { refuseLarge } from './schema/limits.ts'
import type { Size } from './schema/measure.ts'
import { propertyNames } from './schema/property-names.ts'
import { resolverOf } from './schema/references.ts'
import { restore } from './schema/restore.ts'
import { flattenRoot } from './schema/root.ts'
import { createWalk } from './schema/walk.ts'

/** A schema as a provider takes it, and how arguments in its form are read. */
export interface ConvertedSchema {
  readonly schema: UnknownObject
  /** What of the root can only be said in words. */
  readonly notes: readonly string[]
  readonly size: Size
  /** Arguments as the original has them. */
  readonly restore: (args: UnknownObject) => UnknownObject
}

/** Converts the schema of arguments. Throws an `Inexpressible` where the rules have no way to say it. */
export function convertSchema(original: UnknownObject, rules: SchemaRules): ConvertedSchema {
  const resolve = resolverOf(original)
  const names = propertyNames(original, rules.propertyName)
  const undo = new Map<UnknownObject, Undo>()
  const { schema: root, notes } = flattenRoot(original, resolve)
  const { convert, definitions } = createWalk(original, { rules, resolve, names, undo })
  const object = convert(closable(root, rules))
  const schema = { type: 'object', properties: {}, ...object, ...definitions() }
  const hasUndo = names.size > 0 || [...undo.values()].some(({ optional }) => optional.size > 0)
  return {
    schema,
    notes,
    size: refuseLarge(schema, rules.limits),
    restore: hasUndo ? (args) => restore(args, { schema, undo }) : (args) => args,
  }
}

/** A tool without arguments is for none, also where nobody says so. */
function closable(object: UnknownObject, { objects }: SchemaRules): UnknownObject {
  const { enum: _, const: _const, ...root } = object
  const isBare = Object.keys(root['properties'] ?? {}).length === 0 && root['additionalProperties'] === undefined
  return { ...root, type: 'object', ...(isBare && objects !== 'open' && { additionalProperties: false }) }
}
