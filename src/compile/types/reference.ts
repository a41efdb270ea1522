import type { ts } from '../program.ts'
import type { Walk } from './kind.ts'

/** A type that the author named where he used it. */
export interface NamedReference {
  readonly symbol: ts.Symbol
  /** What the name stands for, where it is an alias. */
  readonly alias: ts.TypeNode | undefined
}

/** The name that an author gave as the type of a place: `Money` in `Money`, `Money | null` and `(Money)`. */
export function referenceAt(node: ts.Node | undefined, walk: Walk): NamedReference | undefined {
  const { compiler, checker } = walk
  if (node === undefined) return undefined
  if (compiler.isParenthesizedTypeNode(node)) return referenceAt(node.type, walk)
  if (compiler.isUnionTypeNode(node)) {
    const [only, ...others] = node.types.filter((part) => !isNothing(part, walk))
    return others.length === 0 ? referenceAt(only, walk) : undefined
  }
  if (!compiler.isTypeReferenceNode(node)) return undefined
  const found = checker.getSymbolAtLocation(node.typeName)
  if (found === undefined) return undefined
  const symbol = (found.flags & compiler.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(found) : found
  if (walk.isPlatform(symbol)) return undefined
  const declaration = symbol.declarations?.find((each) => compiler.isTypeAliasDeclaration(each))
  return { symbol, alias: declaration?.type }
}

function isNothing(node: ts.TypeNode, { compiler }: Walk): boolean {
  if (node.kind === compiler.SyntaxKind.UndefinedKeyword) return true
  return compiler.isLiteralTypeNode(node) && node.literal.kind === compiler.SyntaxKind.NullKeyword
}
