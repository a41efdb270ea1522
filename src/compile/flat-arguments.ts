import type { JsonSchema, ObjectSchema, SchemaObject } from '../tool/index.ts'
import { withDefault } from './arguments.ts'
import type { Argument, Reading } from './parameters.ts'
import type { ts } from './program.ts'
import { refuse } from './types/kind.ts'
import type { Place } from './types/kind.ts'

/** An only parameter of plain object type: its properties are the arguments, destructured or not. */
export function flatArguments(argument: Argument, reading: Reading): ObjectSchema | undefined {
  const { walk, shop, callee } = reading
  const { declaration, type } = argument
  const place: Place = { path: '', node: declaration?.type ?? declaration, at: declaration ?? callee.at }
  return shop.reporter.attempt(() => {
    refuseUntyped(argument, reading, place)
    const { $ref, ...emitted } = walk.emit(type, place)
    const whole = $ref === undefined ? emitted : walk.definitions[$ref.replace('#/$defs/', '')]
    return bindDefaults(isObjectSchema(whole) ? whole : { type: 'object' }, declaration?.name, reading)
  })
}

/** `({ limit = 20 }: Options)`: what a pattern fills in need not be given. */
function bindDefaults(schema: ObjectSchema, name: ts.BindingName | undefined, reading: Reading): ObjectSchema {
  const { compiler } = reading.shop
  if (name === undefined || !compiler.isObjectBindingPattern(name)) return schema
  const properties: Record<string, JsonSchema> = { ...schema.properties }
  const filled = new Set<string>()
  for (const element of name.elements) {
    const key = (element.propertyName ?? element.name).getText()
    const property = properties[key]
    if (element.initializer === undefined || !isSchema(property)) continue
    properties[key] = withDefault(property, element.initializer, reading)
    filled.add(key)
  }
  const { required = [], additionalProperties, ...rest } = schema
  const needed = required.filter((key) => !filled.has(key))
  return {
    ...rest,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(needed.length > 0 ? { required: needed } : {}),
    ...(additionalProperties === undefined ? {} : { additionalProperties }),
  }
}

/** A pattern without a type has members of which nothing is known. */
function refuseUntyped({ declaration, type }: Argument, { shop }: Reading, place: Place): void {
  const { compiler, checker } = shop
  if (declaration === undefined || declaration.type !== undefined || compiler.isIdentifier(declaration.name)) return
  for (const property of checker.getPropertiesOfType(type)) {
    if ((checker.getTypeOfSymbol(property).flags & compiler.TypeFlags.Any) === 0) continue
    refuse('implicit-any', `${property.name} has no type`, { ...place, at: property.valueDeclaration ?? place.at })
  }
}

function isObjectSchema(schema: JsonSchema | undefined): schema is ObjectSchema {
  return isSchema(schema) && schema.type === 'object'
}

function isSchema(schema: JsonSchema | undefined): schema is SchemaObject {
  return typeof schema === 'object'
}
