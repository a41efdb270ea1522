import type { ts } from '../program.ts'
import { argumentsOf } from './kind.ts'
import type { Place, Walk } from './kind.ts'
import { referenceAt } from './reference.ts'

/** A name for a recursive type: its own, with those of its arguments (`Tree_number`). */
export function definitionName(types: readonly ts.Type[], walk: Walk, place: Place): string {
  const [only] = types
  const own = types.length === 1 && only !== undefined ? wordOf(only, walk) : undefined
  return own ?? referenceAt(place.node, walk)?.symbol.name ?? 'Type'
}

function wordOf(type: ts.Type, walk: Walk): string | undefined {
  const { symbol }: { symbol: ts.Symbol | undefined } = type
  const name = type.aliasSymbol?.name ?? ownName(symbol)
  const parts = type.aliasTypeArguments ?? (type.symbol === undefined ? [] : argumentsOf(type, walk))
  if (name === undefined) return walk.checker.typeToString(type).match(/^\w+$/)?.[0]
  const words = parts.map((part) => wordOf(part, walk)).filter((word) => word !== undefined)
  return [name, ...words].join('_')
}

/** The name of an interface, class or enum. What has none is called `__type` and the like. */
function ownName(symbol: ts.Symbol | undefined): string | undefined {
  return symbol === undefined || symbol.name.startsWith('__') ? undefined : symbol.name
}
