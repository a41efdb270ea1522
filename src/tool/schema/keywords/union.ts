import { isObject } from '../../json.ts'
import type { UnknownObject } from '../../json.ts'
import type { JsonSchema, SchemaObject } from '../schema.ts'
import type { Branch, Tag } from '../branches.ts'
import { branchesOf, taggedBranch } from '../branches.ts'
import type { Compiler, Keyword } from '../keyword.ts'
import { isSchemaList, keyword } from '../keyword.ts'
import type { Check, Problem, Problems } from '../problem.ts'
import { refuse } from '../problem.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.1 */
export const unions: readonly Keyword[] = [
  keyword({ name: 'anyOf', accepts: isSchemaList, check: anyOf }),
  keyword({ name: 'oneOf', accepts: isSchemaList, check: oneOf }),
]

function anyOf(schemas: readonly JsonSchema[], schema: SchemaObject, compiler: Compiler): Check {
  const { list, tag } = branchesOf(schemas, compiler)
  return (value, problems) => {
    if (tag !== undefined && isObject(value)) return checkTagged(tag, value, problems)
    for (let at = 0; at < list.length; at += 1) if (list[at]!.check(value)) return true
    return problems !== undefined && refuseAll(list, { keyword: 'anyOf', schema, value }, problems)
  }
}

function oneOf(schemas: readonly JsonSchema[], schema: SchemaObject, compiler: Compiler): Check {
  const { list, tag } = branchesOf(schemas, compiler)
  return (value, problems) => {
    if (tag !== undefined && isObject(value)) return checkTagged(tag, value, problems)
    let count = 0
    for (let at = 0; at < list.length; at += 1) if (list[at]!.check(value)) count += 1
    if (count === 1) return true
    if (problems === undefined) return false
    if (count > 1) return refuse(problems, { keyword: 'oneOf', schema, value })
    return refuseAll(list, { keyword: 'oneOf', schema, value }, problems)
  }
}

function checkTagged(tag: Tag, value: UnknownObject, problems: Problems | undefined): boolean {
  const branch = taggedBranch(tag, value)
  if (branch !== undefined) return branch.check(value, problems)
  return problems !== undefined && refuseTag(tag, value, problems)
}

function refuseTag({ name, branches }: Tag, value: UnknownObject, problems: Problems): false {
  const schema: SchemaObject = { enum: [...branches.keys()] }
  if (!Object.hasOwn(value, name)) {
    const parent: SchemaObject = { properties: { [name]: schema }, required: [name] }
    return refuse(problems, { keyword: 'required', schema: parent, value, name })
  }
  problems.path.push(name)
  refuse(problems, { keyword: 'enum', schema, value: value[name] })
  problems.path.pop()
  return false
}

/** Says only what helps: which types there are, what the one branch of the right type wants, or what each wants. */
function refuseAll(list: readonly Branch[], problem: Omit<Problem, 'path'>, problems: Problems): false {
  const { value } = problem
  const fitting = list.filter((branch) => branch.admits(value))
  const [only, another] = fitting
  if (only === undefined)
    return refuse(problems, { keyword: 'type', schema: { anyOf: list.map(({ target }) => target) }, value })
  if (another !== undefined) return refuse(problems, { ...problem, ...branchesIn(fitting, value, problems) })
  only.check(value, problems)
  return false
}

function branchesIn(list: readonly Branch[], value: unknown, { path, isBranch }: Problems): Pick<Problem, 'branches'> {
  if (isBranch === true) return {}
  const branches = list.map(({ check }) => {
    const problems: Problems = { path: [...path], found: [], isBranch: true }
    check(value, problems)
    return problems.found
  })
  return { branches: branches.toSorted((left, right) => left.length - right.length) }
}
