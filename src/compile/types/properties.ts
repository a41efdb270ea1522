import type { SchemaObject } from '../../tool/index.ts'
import type { Compiler, ts } from '../program.ts'
import { isObjectType } from './kind.ts'
import type { Place, Walk } from './kind.ts'
import { namesInWrittenOrder } from './order.ts'
import { patternOf } from './template.ts'

/** The properties of a type that are data, in the order in which the author wrote them. */
export function propertiesOf(type: ts.Type, walk: Walk, place: Place): ts.Symbol[] {
  const symbols = walk.checker.getPropertiesOfType(type).filter((symbol) => isData(symbol, type, walk))
  return isMapped(type, walk) && !mapsKeysOfAnother(type, walk) ? inDeclaredOrder(symbols, walk, place) : symbols
}

/** Whether a value of the property may be left out. */
export function isOptional(symbol: ts.Symbol, type: ts.Type, { compiler }: Walk): boolean {
  if ((symbol.flags & compiler.SymbolFlags.Optional) !== 0) return true
  return type.isUnion() && type.types.some(({ flags }) => (flags & compiler.TypeFlags.Undefined) !== 0)
}

/** Whether a property can have no value: `never` and `undefined` say that it must not be there. */
export function isAbsent(type: ts.Type, { compiler }: Walk): boolean {
  const { Never, Undefined, Void } = compiler.TypeFlags
  const members = type.isUnion() ? type.types : [type]
  return members.every(({ flags }) => (flags & (Never | Undefined | Void)) !== 0)
}

/** Whether a type was made by a mapping, so that the documentation of its properties was written for others. */
export function isMapped(type: ts.Type, { compiler }: Walk): boolean {
  return isObjectType(type, compiler) && (type.objectFlags & compiler.ObjectFlags.Mapped) !== 0
}

/** Whether a mapping renames the keys of another type (`[K in keyof T as …]`), whose order it then keeps. */
function mapsKeysOfAnother(type: ts.Type, { compiler }: Walk): boolean {
  const declaration = type.symbol.declarations?.[0]
  return declaration !== undefined && compiler.isMappedTypeNode(declaration) && declaration.nameType !== undefined
}

/** What a type says of properties that it does not name. */
export function opennessOf(type: ts.Type, walk: Walk, place: Place): SchemaObject {
  const { String, Number } = walk.compiler.TypeFlags
  const { Never } = walk.compiler.TypeFlags
  let rest: SchemaObject | false = false
  const patterns: Record<string, SchemaObject> = {}
  for (const { keyType, type: valueType } of walk.checker.getIndexInfosOfType(type)) {
    // `Record<string, never>` is how people write an empty object.
    if ((keyType.flags & walk.compiler.TypeFlags.ESSymbolLike) !== 0 || (valueType.flags & Never) !== 0) continue
    const value = walk.emit(valueType, {
      ...place,
      path: `${place.path}/*`,
      node: valueNode(place.node, walk.compiler),
    })
    if ((keyType.flags & String) !== 0) rest = value
    else if ((keyType.flags & Number) !== 0) patterns['^-?\\d+(?:\\.\\d+)?$'] = value
    else patterns[`^${patternOf(keyType, walk)}$`] = value
  }
  return { ...(Object.keys(patterns).length > 0 ? { patternProperties: patterns } : {}), additionalProperties: rest }
}

/** The type that a declaration was given by its author. */
export function typeNodeOf(declaration: ts.Node, compiler: Compiler): ts.TypeNode | undefined {
  const isTyped =
    compiler.isPropertySignature(declaration) ||
    compiler.isPropertyDeclaration(declaration) ||
    compiler.isParameter(declaration) ||
    compiler.isVariableDeclaration(declaration) ||
    compiler.isGetAccessorDeclaration(declaration)
  return isTyped ? declaration.type : undefined
}

function valueNode(node: ts.Node | undefined, compiler: Compiler): ts.Node | undefined {
  if (node === undefined || !compiler.isTypeReferenceNode(node)) return node
  return node.typeArguments?.at(-1) ?? node
}

function isData(symbol: ts.Symbol, type: ts.Type, { compiler, side }: Walk): boolean {
  if (/^__[@#]/.test(String(symbol.escapedName))) return false
  const { flags } = symbol
  const { Method, GetAccessor, SetAccessor } = compiler.SymbolFlags
  if (side === 'output' && (flags & Method) !== 0) return false
  if ((flags & SetAccessor) !== 0 && (flags & GetAccessor) === 0) return false
  if (type.isIntersection() && /^__(brand|tag|opaque|nominal|flavou?r|type|kind)$/.test(symbol.name)) return false
  const modifiers = symbol.declarations?.map((declaration) => compiler.getCombinedModifierFlags(declaration)) ?? []
  return !modifiers.some((bits) => (bits & compiler.ModifierFlags.NonPublicAccessibilityModifier) !== 0)
}

function inDeclaredOrder(symbols: readonly ts.Symbol[], walk: Walk, place: Place): ts.Symbol[] {
  const names = namesInWrittenOrder(
    symbols.map(({ name }) => name),
    walk,
    place,
  )
  const keyed = symbols.map((symbol) => ({ symbol, at: symbol.declarations?.[0], index: names.indexOf(symbol.name) }))
  return keyed
    .toSorted((a, b) => {
      if (a.at === undefined || b.at === undefined || a.at.getSourceFile() !== b.at.getSourceFile())
        return a.index - b.index
      return a.at.pos - b.at.pos || a.index - b.index
    })
    .map(({ symbol }) => symbol)
}
