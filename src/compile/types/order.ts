import type { ts } from '../program.ts'
import type { Place, Walk } from './kind.ts'
import { literalOf } from './literal.ts'
import { referenceAt } from './reference.ts'

/**
 * The members of a union as the author wrote them. The compiler's own order depends on which code it saw first, and so
 * on what has nothing to do with the type.
 */
export function inWrittenOrder(types: readonly ts.Type[], walk: Walk, place: Place): ts.Type[] {
  if (types.length < 2) return [...types]
  const written = writtenAt(place, walk)
  const members = writtenMembers(place.node, walk)
  const keyed = types.map((type) => ({ type, rank: rankOf(type, members), key: keyOf(type, walk, written) }))
  return keyed.toSorted((a, b) => a.rank - b.rank || compare(a.key, b.key)).map(({ type }) => type)
}

/** The types between the bars of a union, in order, also behind the name of an alias. */
function writtenMembers(node: ts.Node | undefined, walk: Walk): ts.Type[] {
  const { compiler, checker } = walk
  if (node === undefined) return []
  if (compiler.isParenthesizedTypeNode(node)) return writtenMembers(node.type, walk)
  if (compiler.isUnionTypeNode(node)) return node.types.map((member) => checker.getTypeFromTypeNode(member))
  return writtenMembers(referenceAt(node, walk)?.alias, walk)
}

function rankOf(type: ts.Type, members: readonly ts.Type[]): number {
  const rank = members.findIndex((member) => member === type || (member.isUnion() && member.types.includes(type)))
  return rank < 0 ? members.length : rank
}

/** Names in the order in which the author wrote them; those he did not write come last, by the alphabet. */
export function namesInWrittenOrder(names: readonly string[], walk: Walk, place: Place): string[] {
  const written = writtenAt(place, walk)
  const keyOfName = (name: string): Key => [0, '', positionOf(JSON.stringify(name), written), name]
  return names.toSorted((a, b) => compare(keyOfName(a), keyOfName(b)))
}

type Key = readonly [group: number, file: string, position: number, text: string]

function keyOf(type: ts.Type, walk: Walk, written: readonly string[]): Key {
  const { String, Number, BigInt } = walk.compiler.TypeFlags
  const primitive = [String, Number, BigInt].findIndex((flag) => (type.flags & flag) !== 0)
  if (primitive >= 0) return [0, '', primitive, '']
  const { symbol }: { symbol: ts.Symbol | undefined } = type
  const declaration = symbol?.declarations?.[0]
  const value = literalOf(type, walk)
  const group = value === undefined ? 2 : 1
  const text = value === undefined ? walk.checker.typeToString(type) : ''
  if (declaration !== undefined) return [group, declaration.getSourceFile().fileName, declaration.pos, text]
  if (value === undefined) return [group, '', 0, text]
  return [group, '', positionOf(JSON.stringify(value), written), JSON.stringify(value)]
}

function positionOf(literal: string, written: readonly string[]): number {
  const index = written.indexOf(literal)
  return index < 0 ? written.length : index
}

function compare(a: Key, b: Key): number {
  return a[0] - b[0] || order(a[1], b[1]) || a[2] - b[2] || order(a[3], b[3])
}

function order(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function writtenAt({ node }: Place, walk: Walk): string[] {
  const found: string[] = []
  if (node !== undefined) collect(node, { walk, found, seen: new Set() })
  return found
}

interface Collection {
  readonly walk: Walk
  readonly found: string[]
  readonly seen: Set<ts.Node>
}

/** Collects literals and member names under a node, and under the types and constants that it names. */
function collect(node: ts.Node, collection: Collection): void {
  const { walk, found, seen } = collection
  const { compiler, checker } = walk
  if (compiler.isStringLiteralLike(node)) found.push(JSON.stringify(node.text))
  else if (compiler.isNumericLiteral(node)) found.push(signed(node, walk))
  else if (compiler.isIdentifier(node)) {
    if (isMemberName(node, walk)) found.push(JSON.stringify(node.text))
    for (const declaration of declarationsOf(checker.getSymbolAtLocation(node), walk)) {
      if (seen.has(declaration) || seen.size > 40) continue
      seen.add(declaration)
      compiler.forEachChild(declaration, (child) => collect(child, collection))
    }
  }
  compiler.forEachChild(node, (child) => collect(child, collection))
}

function signed(node: ts.NumericLiteral, { compiler }: Walk): string {
  const isNegative =
    compiler.isPrefixUnaryExpression(node.parent) && node.parent.operator === compiler.SyntaxKind.MinusToken
  return isNegative ? `-${Number(node.text)}` : `${Number(node.text)}`
}

function isMemberName({ parent, text }: ts.Identifier, { compiler }: Walk): boolean {
  const isMember =
    compiler.isPropertySignature(parent) ||
    compiler.isPropertyDeclaration(parent) ||
    compiler.isPropertyAssignment(parent)
  return isMember && compiler.isIdentifier(parent.name) && parent.name.text === text
}

function declarationsOf(symbol: ts.Symbol | undefined, { compiler, checker }: Walk): readonly ts.Node[] {
  if (symbol === undefined) return []
  const target = (symbol.flags & compiler.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol
  return (target.declarations ?? []).filter(
    (declaration) =>
      compiler.isTypeAliasDeclaration(declaration) ||
      compiler.isInterfaceDeclaration(declaration) ||
      compiler.isVariableDeclaration(declaration),
  )
}
