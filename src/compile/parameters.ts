import type { ObjectSchema, Parameter } from '../tool/index.ts'
import { namedArguments } from './arguments.ts'
import { constantOf } from './constant.ts'
import { flatArguments } from './flat-arguments.ts'
import { applyParams } from './docs/apply-params.ts'
import { paramTags } from './docs/param-tags.ts'
import type { Comment } from './docs/parse-comment.ts'
import { isContext, isPlainObject } from './parameter-kind.ts'
import type { ts } from './program.ts'
import { SchemaWalk } from './walk.ts'
import type { Workshop } from './workshop.ts'

/** What a function takes. */
export interface Inputs {
  readonly inputSchema: ObjectSchema
  readonly parameters: readonly Parameter[]
  /** The arguments whose default is computed at each call. */
  readonly computed: readonly string[]
  /** Where an argument is declared. */
  readonly placeOf: (name: string) => ts.Node
}

/** A function whose parameters are read. */
export interface Callee {
  readonly signature: ts.Signature
  readonly comment: Comment | undefined
  /** What the comment stands on. */
  readonly commented: ts.Node
  /** Where a problem is shown that has no better place. */
  readonly at: ts.Node
}

/** What the reading of parameters works with. */
export interface Reading {
  readonly walk: SchemaWalk
  readonly shop: Workshop
  readonly callee: Callee
}

/** One parameter that is filled from the arguments. */
export interface Argument {
  readonly symbol: ts.Symbol
  readonly declaration: ts.ParameterDeclaration | undefined
  readonly type: ts.Type
  readonly isRest: boolean
}

/** The schema of the arguments of a function, and how they reach it; undefined when one of them has no schema. */
export function readInputs(callee: Callee, shop: Workshop): Inputs | undefined {
  const reading: Reading = { walk: new SchemaWalk(shop, 'input'), shop, callee }
  const { walk } = reading
  const all = callee.signature.parameters.map((symbol) => argumentOf(symbol, callee, shop))
  const wired = all.filter(({ type }) => !isContext(type, walk))
  const flat = wired.length === 1 ? wired.find((argument) => isFlat(argument, walk)) : undefined
  const emitted = flat === undefined ? namedArguments(wired, reading) : flatArguments(flat, reading)
  if (emitted === undefined) return undefined
  const documented = {
    schema: emitted,
    tags: paramTags(callee.comment),
    silent: namelessOf(all, wired, flat),
    isFlat: flat !== undefined,
    at: callee.commented,
  }
  const schema = applyParams(documented, shop)
  const parameters = all.map((argument): Parameter => {
    if (!wired.includes(argument)) return { kind: 'context' }
    if (flat !== undefined) return { kind: 'object' }
    return { kind: argument.isRest ? 'rest' : 'argument', name: argument.symbol.name }
  })
  const definitions = Object.keys(walk.definitions).length > 0 ? { $defs: walk.definitions } : {}
  return {
    inputSchema: { ...schema, ...definitions },
    parameters,
    computed: (flat === undefined ? wired : [flat]).flatMap((argument) => computedIn(argument, shop)),
    placeOf: (name) => (flat === undefined ? declarationOf(name, wired) : propertyIn(name, flat, walk)) ?? callee.at,
  }
}

function argumentOf(symbol: ts.Symbol, { at }: Callee, { checker, compiler }: Workshop): Argument {
  const { valueDeclaration } = symbol
  const declaration =
    valueDeclaration !== undefined && compiler.isParameter(valueDeclaration) ? valueDeclaration : undefined
  const type = checker.getTypeOfSymbolAtLocation(symbol, declaration ?? at)
  return { symbol, declaration, type, isRest: declaration?.dotDotDotToken !== undefined }
}

/** Whether the only parameter is an object that stands for the arguments themselves. */
function isFlat({ type, isRest }: Argument, walk: SchemaWalk): boolean {
  const { Null, Undefined } = walk.compiler.TypeFlags
  const members = type.isUnion() ? type.types.filter(({ flags }) => (flags & Undefined) === 0) : [type]
  const [only] = members
  return !isRest && members.length === 1 && only !== undefined && (only.flags & Null) === 0 && isPlainObject(only, walk)
}

/** Parameters that a comment may speak of although they are no arguments: the flattened one, and what is injected. */
function namelessOf(all: readonly Argument[], wired: readonly Argument[], flat: Argument | undefined): string[] {
  const nameless = all.filter((argument) => argument === flat || !wired.includes(argument))
  return ['this', ...nameless.map(({ symbol }) => symbol.name)]
}

function declarationOf(name: string, wired: readonly Argument[]): ts.Node | undefined {
  return wired.find(({ symbol }) => symbol.name === name)?.declaration
}

function propertyIn(name: string, { type, declaration }: Argument, walk: SchemaWalk): ts.Node | undefined {
  const property = walk.checker.getNonNullableType(type).getProperty(name)?.valueDeclaration
  return property !== undefined && walk.isAuthors(property) ? property : declaration
}

/** The names that an argument stands for whose initialiser is no constant. */
function computedIn({ declaration }: Argument, shop: Workshop): string[] {
  if (declaration === undefined) return []
  const { name, initializer } = declaration
  const isComputed = (each: ts.Expression | undefined): boolean =>
    each !== undefined && constantOf(each, shop) === undefined
  if (shop.compiler.isIdentifier(name)) return isComputed(initializer) ? [name.text] : []
  if (!shop.compiler.isObjectBindingPattern(name)) return []
  const elements = name.elements.filter((element) => isComputed(element.initializer))
  return elements.map((element) => (element.propertyName ?? element.name).getText())
}
