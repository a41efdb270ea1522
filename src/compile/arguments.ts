import type { JsonSchema, ObjectSchema, SchemaObject } from '../tool/index.ts'
import { constantOf } from './constant.ts'
import type { Argument, Reading } from './parameters.ts'
import type { ts } from './program.ts'
import { refuse } from './types/kind.ts'
import type { Place } from './types/kind.ts'
import { isAbsent } from './types/properties.ts'
import { isUnresolved } from './types/unresolved.ts'

/** Positional parameters: each is an argument under its own name. */
export function namedArguments(all: readonly Argument[], reading: Reading): ObjectSchema | undefined {
  const wired = all.filter((argument) => !isLeftOut(argument, reading))
  const schemas = wired.map((argument) => reading.shop.reporter.attempt(() => argumentSchema(argument, reading)))
  const properties: Record<string, JsonSchema> = {}
  for (const [index, { symbol }] of wired.entries()) {
    const schema = schemas[index]
    if (schema === undefined) return undefined
    properties[symbol.name] = schema
  }
  const required = wired.filter((argument) => !isOptional(argument, reading)).map(({ symbol }) => symbol.name)
  return {
    type: 'object',
    ...(wired.length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
}

/** The default of an initialiser is told, not filled: the function does that itself. */
export function withDefault(
  schema: SchemaObject,
  initializer: ts.Expression | undefined,
  { shop }: Reading,
): SchemaObject {
  if (initializer === undefined || schema.$ref !== undefined || schema.default !== undefined) return schema
  const value = constantOf(initializer, shop)
  return value === undefined ? schema : { ...schema, default: value }
}

function argumentSchema({ symbol, declaration, type }: Argument, reading: Reading): SchemaObject {
  const { walk, shop, callee } = reading
  const place: Place = {
    path: `/${symbol.name}`,
    node: declaration?.type ?? declaration,
    at: declaration ?? callee.at,
  }
  if (declaration !== undefined && !shop.compiler.isIdentifier(declaration.name)) {
    const advice = 'a destructured parameter beside others has no name on the wire; give it a name'
    refuse('destructured', advice, { ...place, path: '' })
  }
  if (isUntyped(declaration, type, reading)) {
    refuse('implicit-any', `the parameter ${symbol.name} has no type`, { ...place, path: '' })
  }
  const schema = walk.describe(walk.emit(type, place), symbol, place)
  return withDefault(schema, declaration?.initializer, reading)
}

/** `x?: never` says that nothing is to be given. */
function isLeftOut(argument: Argument, { walk }: Reading): boolean {
  return isAbsent(argument.type, walk) && (argument.type.flags & walk.compiler.TypeFlags.Never) === 0
}

function isUntyped(declaration: ts.ParameterDeclaration | undefined, type: ts.Type, { shop }: Reading): boolean {
  const { compiler } = shop
  if (declaration === undefined || (type.flags & compiler.TypeFlags.Any) === 0 || isUnresolved(type)) return false
  return (compiler.getJSDocType(declaration) ?? declaration.type ?? declaration.initializer) === undefined
}

function isOptional({ declaration, type, isRest }: Argument, { walk }: Reading): boolean {
  if (isRest) return true
  const { Undefined } = walk.compiler.TypeFlags
  if (type.isUnion() && type.types.some(({ flags }) => (flags & Undefined) !== 0)) return true
  if (declaration === undefined) return false
  return declaration.initializer !== undefined || walk.checker.isOptionalParameter(declaration)
}
