import type { SchemaObject } from '../../tool/index.ts'
import type { Compiler, ts } from '../program.ts'
import { Refusal } from '../refusal.ts'

/** Where in a signature a type stands. */
export interface Place {
  /** As a JSON pointer from the arguments or the result, for messages. */
  readonly path: string
  /** What the author wrote at this place: it names types, and tells in which order literals were meant. */
  readonly node: ts.Node | undefined
  /** The nearest declaration in the author's own files. */
  readonly at: ts.Node
  /** The documentation found here was written for another type, so what does not fit is dropped without a word. */
  readonly inherited?: boolean
}

/** What a kind may use. */
export interface Walk {
  readonly compiler: Compiler
  readonly checker: ts.TypeChecker
  /** Arguments are decoded and must be makeable from JSON; results are encoded. */
  readonly side: 'input' | 'output'
  /** The schema of a part. */
  emit(type: ts.Type, place: Place): SchemaObject
  /** Whether a symbol is the platform's: of a default library or of the types of Node. */
  isPlatform(symbol: ts.Symbol): boolean
  /** Whether a declaration stands in the author's files, and not in a library or a package. */
  isAuthors(node: ts.Node): boolean
  /** Documents a part, from the comment of its declaration or else of the type it names. */
  describe(schema: SchemaObject, symbol: ts.Symbol, place: Place): SchemaObject
}

/** One kind of type. Gives the schema of a type of its kind, and undefined for every other. */
export interface Kind {
  readonly name: string
  emit(this: void, type: ts.Type, walk: Walk, place: Place): SchemaObject | undefined
}

/** Gives up on a type. */
export function refuse(code: string, message: string, { path, at }: Place): never {
  const shown = path.length > 80 ? `${path.slice(0, 60)}…` : path
  throw new Refusal(code, shown === '' ? message : `${shown}: ${message}`, at)
}

export function refuseUnsupported(what: string, place: Place): never {
  return refuse('unsupported', `${what} has no JSON representation`, place)
}

/** Whether a type is the platform's type of one of these names. */
export function isNamed(type: ts.Type, walk: Walk, names: readonly string[]): boolean {
  const { symbol }: { symbol: ts.Symbol | undefined } = type
  return symbol !== undefined && names.includes(symbol.name) && walk.isPlatform(symbol)
}

/** The type as the author would write it. */
export function nameOf(type: ts.Type, { checker, compiler }: Walk): string {
  return checker.typeToString(type, undefined, compiler.TypeFormatFlags.NoTruncation).slice(0, 120)
}

/** Narrows to a type with arguments, such as `Map<string, number>`. */
export function isReference(type: ts.Type, { compiler }: Walk): type is ts.TypeReference {
  return isObjectType(type, compiler) && (type.objectFlags & compiler.ObjectFlags.Reference) !== 0
}

export function isObjectType(type: ts.Type, compiler: Compiler): type is ts.ObjectType {
  return (type.flags & compiler.TypeFlags.Object) !== 0
}

/** Where an argument of a generic type was written: the second in `Map<OrderId, Cents>`. */
export function argumentPlace(place: Place, index: number, { compiler }: Walk): Place {
  const { node } = place
  const written = node !== undefined && compiler.isTypeReferenceNode(node) ? node.typeArguments?.[index] : undefined
  return { ...place, path: `${place.path}/*`, node: written ?? node }
}

/** The arguments of a generic type; none for others. */
export function argumentsOf(type: ts.Type, walk: Walk): readonly ts.Type[] {
  return isReference(type, walk) ? walk.checker.getTypeArguments(type) : []
}
