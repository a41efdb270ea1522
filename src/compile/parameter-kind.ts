import type { ts } from './program.ts'
import { isObjectType } from './types/kind.ts'
import type { Walk } from './types/kind.ts'

/** Whether a parameter is the `ToolContext`, whoever declares it: it is injected and never on the wire. */
export function isContext(type: ts.Type, { checker }: Walk): boolean {
  const { aliasSymbol, symbol }: { aliasSymbol?: ts.Symbol; symbol: ts.Symbol | undefined } =
    checker.getNonNullableType(type)
  return aliasSymbol?.name === 'ToolContext' || symbol?.name === 'ToolContext'
}

/** Whether an only parameter stands for the arguments themselves: an object with named properties and no others. */
export function isPlainObject(type: ts.Type, walk: Walk): boolean {
  const { compiler, checker } = walk
  const { symbol }: { symbol: ts.Symbol | undefined } = type
  if (type.isIntersection()) return type.types.every((part) => isPlainObject(part, walk))
  if (!isObjectType(type, compiler) || checker.isArrayType(type) || checker.isTupleType(type)) return false
  if (type.getCallSignatures().length > 0 || checker.getIndexInfosOfType(type).length > 0) return false
  if (symbol === undefined || symbol.name.startsWith('__')) return true
  return !walk.isPlatform(symbol) && (symbol.flags & compiler.SymbolFlags.Class) === 0 && !extendsList(type, walk)
}

function extendsList(type: ts.Type, { checker }: Walk): boolean {
  return type.isClassOrInterface() && checker.getBaseTypes(type).some((base) => checker.isArrayLikeType(base))
}
