import type { JsonSchema, SchemaObject } from '../tool/index.ts'
import { constrain } from './docs/constraints.ts'
import { annotate, commentOfSymbol, proseOf } from './docs/describe.ts'
import type { Comment } from './docs/parse-comment.ts'
import type { Compiler, ts } from './program.ts'
import { definitionName } from './types/definition-name.ts'
import { kinds } from './types/index.ts'
import { nameOf, refuseUnsupported } from './types/kind.ts'
import type { Place, Walk } from './types/kind.ts'
import { referenceAt } from './types/reference.ts'
import { nullable, unionOf } from './types/union.ts'
import { misfitAt } from './workshop.ts'
import { warnOfTags } from './warnings.ts'
import type { Workshop } from './workshop.ts'

/** A type that is being emitted. It gets a name when it turns up again inside itself. */
interface Frame {
  name?: string
}

const deepest = 50

/** Goes over the types of one side of one tool, and keeps the definitions that recursive types need. */
export class SchemaWalk implements Walk {
  readonly compiler: Compiler
  readonly checker: ts.TypeChecker
  readonly side: 'input' | 'output'
  readonly definitions: Record<string, JsonSchema> = {}
  readonly #shop: Workshop
  readonly #frames = new Map<string, Frame>()
  readonly #defined = new Map<string, string>()
  readonly #identities = new Map<ts.Type, number>()
  readonly #names = new Map<string, number>()
  #references = 0

  constructor(shop: Workshop, side: 'input' | 'output') {
    this.compiler = shop.compiler
    this.checker = shop.checker
    this.side = side
    this.#shop = shop
  }

  emit(type: ts.Type, place: Place): SchemaObject {
    const { members, hasNull } = this.#membersOf(type)
    const isNamedWhole = hasNull && members.length > 0 && this.#isNamedWithNull(type, place)
    const schema = this.#narrow(this.#emitMembers(isNamedWhole ? type.types : members, place), place)
    return hasNull && !isNamedWhole ? nullable(schema) : schema
  }

  describe(schema: SchemaObject, symbol: ts.Symbol, place: Place): SchemaObject {
    const own = commentOfSymbol(symbol, this.compiler)
    if (own !== undefined && this.isAuthors(place.at)) warnOfTags(own, place.at, this.#shop.reporter)
    const [declaration = place.at] = symbol.declarations ?? []
    const annotated = annotate(schema, own, place.inherited === true ? ignore : misfitAt(this.#shop, declaration))
    if (annotated.description !== undefined) return annotated
    const description = this.describeNamed(symbol, place)
    return description === '' ? annotated : { ...annotated, description }
  }

  /** The words on the type that a place names. */
  describeNamed(symbol: ts.Symbol, { node }: Place): string {
    const comment =
      node === undefined || !this.compiler.isTypeNode(node) ? this.#commentOfType(symbol) : this.#commentAt(node)
    return comment === undefined ? '' : proseOf(comment)
  }

  isPlatform({ declarations = [] }: ts.Symbol): boolean {
    const { program } = this.#shop
    return declarations.some((declaration) => {
      const source = declaration.getSourceFile()
      return program.isSourceFileDefaultLibrary(source) || source.fileName.includes('/node_modules/@types/node/')
    })
  }

  isAuthors(node: ts.Node): boolean {
    const source = node.getSourceFile()
    const { program } = this.#shop
    return !program.isSourceFileDefaultLibrary(source) && !source.fileName.includes('/node_modules/')
  }

  #membersOf(type: ts.Type): { members: readonly ts.Type[]; hasNull: boolean } {
    const { Boolean, Null, Undefined, Void } = this.compiler.TypeFlags
    if (!type.isUnion() || (type.flags & Boolean) !== 0) return { members: [type], hasNull: false }
    return {
      members: type.types.filter(({ flags }) => (flags & (Null | Undefined | Void)) === 0),
      hasNull: type.types.some(({ flags }) => (flags & Null) !== 0),
    }
  }

  /** Whether null is part of the choice that has a name, and not only of this place. */
  #isNamedWithNull(type: ts.Type, { node }: Place): type is ts.UnionType {
    if (!type.isUnion()) return false
    if (type.aliasSymbol !== undefined) return true
    const reference = referenceAt(node, this)
    const named = reference?.alias && this.checker.getDeclaredTypeOfSymbol(reference.symbol)
    return named !== undefined && this.#membersOf(named).hasNull
  }

  #emitMembers(members: readonly ts.Type[], place: Place): SchemaObject {
    const [only] = members
    if (only === undefined) return { type: 'null' }
    if (members.length > 1) {
      const present = members.filter(({ flags }) => (flags & this.compiler.TypeFlags.Undefined) === 0)
      return this.#guard(present, place, () => unionOf(present, this, place))
    }
    const known = this.#shop.known[this.side]
    const found = known.get(only)
    if (found !== undefined) return found
    const { Object, Intersection } = this.compiler.TypeFlags
    if ((only.flags & (Object | Intersection)) === 0) return this.#emitKind(only, place)
    const before = this.#references
    const schema = this.#guard(members, place, () => this.#emitKind(only, place))
    if (this.#references === before && isStable(only, this)) known.set(only, schema)
    return schema
  }

  /** Emits a type that may hold itself. */
  #guard(types: readonly ts.Type[], place: Place, emit: () => SchemaObject): SchemaObject {
    const key = types
      .map((type) => this.#identify(type))
      .toSorted((a, b) => a - b)
      .join()
    const defined = this.#defined.get(key)
    if (defined !== undefined) return this.#refer(defined)
    const open = this.#frames.get(key)
    if (open !== undefined) return this.#refer((open.name ??= this.#nameFor(types, place)))
    if (this.#frames.size > deepest)
      refuseUnsupported(
        `a type that nests without end ('${types.map((type) => nameOf(type, this)).join(' | ')}')`,
        place,
      )
    const frame: Frame = {}
    this.#frames.set(key, frame)
    try {
      const schema = emit()
      if (frame.name === undefined) return schema
      this.definitions[frame.name] = schema
      this.#defined.set(key, frame.name)
      return this.#refer(frame.name)
    } finally {
      this.#frames.delete(key)
    }
  }

  /** What the aliases of a place say of its values (`/** @integer *\/ type Cents = number`). */
  #narrow(schema: SchemaObject, { node, inherited }: Place): SchemaObject {
    const reference = referenceAt(node, this)
    if (reference?.alias === undefined || schema.$ref !== undefined) return schema
    const comment = commentOfSymbol(reference.symbol, this.compiler)
    const inner = this.#narrow(schema, { path: '', node: reference.alias, at: reference.alias })
    const misfit = inherited === true ? ignore : misfitAt(this.#shop, reference.alias)
    return comment === undefined ? inner : constrain(inner, comment.blocks, misfit)
  }

  #commentAt(node: ts.Node): Comment | undefined {
    const reference = referenceAt(node, this)
    if (reference === undefined) return undefined
    const comment = commentOfSymbol(reference.symbol, this.compiler)
    return comment ?? (reference.alias === undefined ? undefined : this.#commentAt(reference.alias))
  }

  #commentOfType(symbol: ts.Symbol): Comment | undefined {
    const type = this.checker.getNonNullableType(this.checker.getTypeOfSymbol(symbol))
    const { Interface, Class, Enum } = this.compiler.SymbolFlags
    const { aliasSymbol, symbol: own }: { aliasSymbol?: ts.Symbol; symbol: ts.Symbol | undefined } = type
    const named = aliasSymbol ?? (own !== undefined && (own.flags & (Interface | Class | Enum)) !== 0 ? own : undefined)
    return named === undefined || this.isPlatform(named) ? undefined : commentOfSymbol(named, this.compiler)
  }

  #emitKind(type: ts.Type, place: Place): SchemaObject {
    for (const { emit } of kinds) {
      const schema = emit(type, this, place)
      if (schema !== undefined) return schema
    }
    return refuseUnsupported(`'${nameOf(type, this)}'`, place)
  }

  #refer(name: string): SchemaObject {
    this.#references += 1
    return { $ref: `#/$defs/${name}` }
  }

  #identify(type: ts.Type): number {
    const known = this.#identities.get(type)
    if (known !== undefined) return known
    this.#identities.set(type, this.#identities.size)
    return this.#identities.size - 1
  }

  #nameFor(types: readonly ts.Type[], place: Place): string {
    const base = definitionName(types, this, place).replace(/\W/g, '_')
    const count = this.#names.get(base) ?? 0
    this.#names.set(base, count + 1)
    return count === 0 ? base : `${base}_${count + 1}`
  }
}

/** Lists depend on the place for the order of their literals; what has properties does not. */
function isStable(type: ts.Type, { checker }: Walk): boolean {
  return !checker.isArrayType(type) && !checker.isTupleType(type)
}

function ignore(): void {}
