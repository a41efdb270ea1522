import type { JsonSchema, SchemaObject } from '../../tool/index.ts'
import type { ts } from '../program.ts'
import { isObjectType, nameOf, refuse, refuseUnsupported } from './kind.ts'
import type { Kind, Place, Walk } from './kind.ts'
import { isAbsent, isMapped, isOptional, opennessOf, propertiesOf, typeNodeOf } from './properties.ts'

/** An interface, a type literal, a mapped type, a record, an intersection of these, or (as a result) a class. */
const kind: Kind = {
  name: 'object',
  emit(type, walk, place) {
    if (!isObjectType(type, walk.compiler) && !type.isIntersection()) return undefined
    if (type.isIntersection() && nameOf(type, walk) === 'never') {
      return refuseUnsupported('never (no value is all of these)', place)
    }
    if (type.getCallSignatures().length + type.getConstructSignatures().length > 0) {
      return refuseUnsupported(`a function ('${nameOf(type, walk)}')`, place)
    }
    if (walk.side === 'input' && isInstance(type, walk)) {
      return refuse(
        'unsupported',
        `an instance of the class ${nameOf(type, walk)} cannot be made from JSON; take its fields as an interface`,
        place,
      )
    }
    const original = mappedPlatformType(type, walk)
    return original === undefined ? objectSchema(type, walk, place) : walk.emit(original, place)
  },
}
export default kind

export function objectSchema(type: ts.Type, walk: Walk, place: Place): SchemaObject {
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  for (const symbol of propertiesOf(type, walk, place)) {
    const declared = walk.checker.getTypeOfSymbol(symbol)
    if (isAbsent(declared, walk)) continue
    properties[symbol.name] = propertySchema(symbol, declared, { type, walk, place })
    if (!isOptional(symbol, declared, walk)) required.push(symbol.name)
  }
  return {
    type: 'object',
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
    ...opennessOf(type, walk, place),
  }
}

/** `DeepPartial<Order>` maps the methods of a `Date` too, where its author meant the date itself. */
function mappedPlatformType(type: ts.Type, walk: Walk): ts.Type | undefined {
  if (!isMapped(type, walk)) return undefined
  const { checker, compiler } = walk
  const owners = new Set(checker.getPropertiesOfType(type).map(({ declarations }) => declarations?.[0]?.parent))
  const [owner] = owners
  if (owners.size === 0 || owner === undefined || !compiler.isInterfaceDeclaration(owner)) return undefined
  const symbol = checker.getSymbolAtLocation(owner.name)
  return symbol !== undefined && walk.isPlatform(symbol) ? checker.getDeclaredTypeOfSymbol(symbol) : undefined
}

function isInstance(type: ts.Type, walk: Walk): boolean {
  if (type.isIntersection()) return type.types.some((part) => isInstance(part, walk))
  const { symbol }: { symbol: ts.Symbol | undefined } = type
  return symbol !== undefined && (symbol.flags & walk.compiler.SymbolFlags.Class) !== 0
}

interface Owner {
  readonly type: ts.Type
  readonly walk: Walk
  readonly place: Place
}

function propertySchema(symbol: ts.Symbol, declared: ts.Type, { type, walk, place }: Owner): SchemaObject {
  const { compiler } = walk
  const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0]
  const written = declaration === undefined ? place.node : (typeNodeOf(declaration, compiler) ?? declaration)
  const inherited = isMapped(type, walk)
  const inner: Place = {
    path: `${place.path}/${symbol.name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    node: inherited && !isTypeOf(written, declared, walk) ? place.node : written,
    at: declaration !== undefined && walk.isAuthors(declaration) ? declaration : place.at,
    inherited: inherited || place.inherited === true,
  }
  if (walk.side === 'input' && (symbol.flags & compiler.SymbolFlags.Method) !== 0) refuseUnsupported('a method', inner)
  return walk.describe(walk.emit(declared, inner), symbol, inner)
}

/** Whether a mapping left a property the type that its author wrote. */
function isTypeOf(node: ts.Node | undefined, type: ts.Type, { checker, compiler }: Walk): boolean {
  if (node === undefined || !compiler.isTypeNode(node)) return false
  return checker.getNonNullableType(checker.getTypeFromTypeNode(node)) === checker.getNonNullableType(type)
}
