import { isObject } from '../json.ts'
import { typePredicate } from './keywords/type.ts'
import type { JsonSchema, SchemaObject } from './schema.ts'
import type { Compiler } from './keyword.ts'
import type { Check } from './problem.ts'

/** One branch of a union. */
export interface Branch {
  readonly schema: JsonSchema
  /** The schema behind its references. */
  readonly target: SchemaObject
  readonly check: Check
  /** Whether the branch takes values of that type at all. */
  admits(value: unknown): boolean
}

/** The property that tells the object branches of a union apart: each requires a constant of its own there. */
export interface Tag {
  readonly name: string
  readonly branches: ReadonlyMap<unknown, Branch>
}

export interface Branches {
  readonly list: readonly Branch[]
  /** Undefined where a value does not choose its branch that way. */
  readonly tag: Tag | undefined
}

export function branchesOf(schemas: readonly JsonSchema[], compiler: Compiler): Branches {
  const list = schemas.map((schema): Branch => {
    const target = follow(schema, compiler)
    return { schema, target, check: compiler.compile(schema), admits: typePredicate(target.type) }
  })
  return { list, tag: tagOf(list.filter((branch) => branch.admits({}))) }
}

/** The branch that an object chooses by its tag. */
export function taggedBranch(tag: Tag, value: Readonly<Record<string, unknown>>): Branch | undefined {
  return Object.hasOwn(value, tag.name) ? tag.branches.get(value[tag.name]) : undefined
}

function tagOf(objects: readonly Branch[]): Tag | undefined {
  const [first, second] = objects
  if (first === undefined || second === undefined) return undefined
  const name = Object.keys(first.target.properties ?? {}).find((candidate) => isTag(objects, candidate))
  if (name === undefined) return undefined
  return { name, branches: new Map(objects.flatMap((branch) => tagsOf(branch, name).map((tag) => [tag, branch]))) }
}

function isTag(objects: readonly Branch[], name: string): boolean {
  const tags = objects.map((branch) => tagsOf(branch, name))
  return tags.every((list) => list.length > 0) && new Set(tags.flat()).size === tags.flat().length
}

/** The constants that a branch allows for a property which it requires; none where it may be anything, or absent. */
function tagsOf({ target }: Branch, name: string): readonly unknown[] {
  const property = Object.hasOwn(target.properties ?? {}, name) ? target.properties?.[name] : undefined
  if (target.required?.includes(name) !== true || !isObject(property)) return []
  const tags = property.const === undefined ? (property.enum ?? []) : [property.const]
  return tags.every((tag) => typeof tag !== 'object' || tag === null) ? tags : []
}

function follow(schema: JsonSchema, compiler: Compiler): SchemaObject {
  if (typeof schema === 'boolean') return {}
  return schema.$ref === undefined ? schema : follow(compiler.resolve(schema.$ref), compiler)
}
