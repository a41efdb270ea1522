import type { JsonSchema, Returning, SchemaObject } from '../tool/index.ts'
import { returnsOf } from './docs/describe.ts'
import { isOnlyContent, returningOf, structureOf } from './content-type.ts'
import type { Callee } from './parameters.ts'
import type { ts } from './program.ts'
import type { Place } from './types/kind.ts'
import { nullable } from './types/union.ts'
import { SchemaWalk } from './walk.ts'
import type { Workshop } from './workshop.ts'

/** What a function gives: a schema, or what it says where it has none. */
export interface Output extends Returning {
  readonly outputSchema?: JsonSchema
}

/** The schema of what a function returns; undefined when it has none although it should. */
export function readOutput({ signature, comment, at }: Callee, shop: Workshop): Output | undefined {
  const walk = new SchemaWalk(shop, 'output')
  const returned = signature.getReturnType()
  const type = structureOf(shop.checker.getAwaitedType(returned) ?? returned, walk)
  if (type === undefined) return {}
  if (isOnlyContent(type, walk)) {
    const returns = returningOf(type, walk)
    return returns === undefined ? {} : { returns }
  }
  const place: Place = { path: 'result', node: signature.getDeclaration().type, at }
  const schema = shop.reporter.attempt(() => rootOf(type, walk, place))
  if (schema === undefined) return undefined
  const said = comment && returnsOf(comment)
  const description = said === undefined ? {} : { description: said }
  const definitions = Object.keys(walk.definitions).length > 0 ? { $defs: walk.definitions } : {}
  return { outputSchema: { ...schema, ...description, ...definitions } }
}

/** The root is never a reference: clients of older revisions look there for `type: object`. */
function rootOf(type: ts.Type, walk: SchemaWalk, place: Place): SchemaObject {
  const { $ref, ...emitted } = walk.emit(type, place)
  const named = $ref === undefined ? undefined : walk.definitions[$ref.replace('#/$defs/', '')]
  const schema = typeof named === 'object' ? named : emitted
  const { Undefined, Void } = walk.compiler.TypeFlags
  const mayBeNothing = type.isUnion() && type.types.some(({ flags }) => (flags & (Undefined | Void)) !== 0)
  return mayBeNothing ? nullable(schema) : schema
}
