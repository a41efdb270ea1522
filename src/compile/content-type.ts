import type { Returning } from '../tool/index.ts'
import type { ts } from './program.ts'
import type { Walk } from './types/kind.ts'

const contents = new Set([
  'TextContent',
  'ImageContent',
  'AudioContent',
  'ResourceLink',
  'EmbeddedResource',
  'UnreadContent',
  'DraftContent',
])
const types = new Set(['text', 'image', 'audio', 'resource_link', 'resource', 'unread', 'draft'])

/** What a `Result<Structure>` says of its structure; every other type is its own structure. */
export function structureOf(type: ts.Type, { checker, compiler }: Walk): ts.Type | undefined {
  const { symbol }: { symbol: ts.Symbol | undefined } = type
  if (symbol?.name !== 'Result' || type.getProperty('content') === undefined) return type
  const structured = type.getProperty('structured')
  if (structured === undefined) return type
  const [written = checker.getTypeOfSymbol(structured)] = type.aliasTypeArguments ?? []
  if ((written.flags & (compiler.TypeFlags.Unknown | compiler.TypeFlags.Any)) !== 0) return undefined
  return type.aliasTypeArguments === undefined ? checker.getNonNullableType(written) : written
}

/** Whether a result goes to the model as content alone, and so has no structure to describe. */
export function isOnlyContent(type: ts.Type, walk: Walk): boolean {
  const { Null, Undefined, Void, Never, StringLike } = walk.compiler.TypeFlags
  const members = membersOf(type).filter(({ flags }) => (flags & (Undefined | Void | Never)) === 0)
  if (members.some((member) => hasContent(member, walk))) return true
  return (
    members.every((member) => (member.flags & StringLike) !== 0 || isBrandedString(member, StringLike)) ||
    members.every(({ flags }) => (flags & Null) !== 0)
  )
}

/** What a type without a structure promises; undefined for one that also lets other values through. */
export function returningOf(type: ts.Type, walk: Walk): Returning['returns'] {
  const { Undefined, Void, Never, StringLike } = walk.compiler.TypeFlags
  const members = membersOf(type).filter(({ flags }) => (flags & (Undefined | Void | Never)) === 0)
  if (members.length === 0) return 'nothing'
  const isText = (member: ts.Type): boolean =>
    (member.flags & StringLike) !== 0 || isBrandedString(member, StringLike) || isContent(member, walk)
  const isTextList = (member: ts.Type): boolean =>
    hasContent(member, walk) && membersOf(member.getNumberIndexType() ?? member).every(isText)
  return members.every((member) => isText(member) || isTextList(member)) ? 'content' : undefined
}

function hasContent(type: ts.Type, walk: Walk): boolean {
  if (isContent(type, walk) || isToolResult(type)) return true
  if (!walk.checker.isArrayType(type) && !walk.checker.isTupleType(type)) return false
  const element = type.getNumberIndexType()
  return element !== undefined && membersOf(element).some((member) => isContent(member, walk))
}

/** A content item, known by the name of its type and by its shape. */
function isContent(type: ts.Type, { checker }: Walk): boolean {
  const { symbol }: { symbol: ts.Symbol | undefined } = type
  const tag = symbol !== undefined && contents.has(symbol.name) ? type.getProperty('type') : undefined
  if (tag === undefined) return false
  const value = checker.getTypeOfSymbol(tag)
  return value.isStringLiteral() && types.has(value.value)
}

/** The whole answer to a call: its `content` is a list of content items. */
function isToolResult(type: ts.Type): boolean {
  const { symbol }: { symbol: ts.Symbol | undefined } = type
  if (symbol?.name !== 'ToolResult' && symbol?.name !== 'CallToolResult') return false
  return type.getProperty('content') !== undefined
}

function isBrandedString(type: ts.Type, stringLike: number): boolean {
  return type.isIntersection() && type.types.some(({ flags }) => (flags & stringLike) !== 0)
}

function membersOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type]
}
