import { describeSchema, quote } from '../schema/schema-text.ts'
import { nearest } from './nearest.ts'
import type { SchemaObject } from '../schema/schema.ts'
import type { ToolDefinition } from '../tool.ts'
import type { Problem } from '../schema/validate.ts'

const shownProblems = 10
const shownNames = 5
/** Names are compared with those that exist; of many the first. */
const lookedUpNames = 20

/** What is wrong with the arguments of a call, a line a problem, for a model that will call again. */
export function tellProblems(tool: ToolDefinition, problems: readonly Problem[]): string[] {
  const unknown = problems.filter(isUnknownName)
  const looked = unknown.slice(0, lookedUpNames)
  const lines = [
    ...withoutMisspelt(problems, looked).map((problem) => tellProblem(problem, tool.inputSchema, 'the arguments')),
    ...looked.filter(hasNear).map(tellMisspelt),
    ...groupByPath([...looked.filter((problem) => !hasNear(problem)), ...unknown.slice(lookedUpNames)]).map(
      tellInvented,
    ),
  ]
  const told = [...new Set(lines)]
  const [first = '', ...others] = told
  if (others.length === 0) return [`${tool.name} was not run: ${first}${first.endsWith('?') ? '' : '.'}`]
  const rest = told.length - shownProblems
  return [
    `${tool.name} was not run:`,
    ...told.slice(0, shownProblems).map((line) => `- ${line}`),
    ...(rest > 0 ? [`- and ${rest} more`] : []),
  ]
}

interface UnknownName extends Problem {
  readonly name: string
  readonly known: readonly string[]
}

function isUnknownName(problem: Problem): problem is UnknownName {
  return problem.keyword === 'additionalProperties' && problem.name !== undefined && problem.known !== undefined
}

function hasNear({ name, known }: UnknownName): boolean {
  return nearest(name, known).length > 0
}

/** The other problems; an argument that is missing because its name was misspelt is one mistake, not two. */
function withoutMisspelt(problems: readonly Problem[], unknown: readonly UnknownName[]): readonly Problem[] {
  const meant = new Set(unknown.map(({ path, name, known }) => placeOf([...path, nearest(name, known)[0] ?? ''])))
  return problems.filter((problem) => {
    if (isUnknownName(problem)) return false
    return problem.keyword !== 'required' || !meant.has(placeOf([...problem.path, problem.name ?? '']))
  })
}

/** What is wrong at one place of a value that is called `whole`; `root` is the root of its schema. */
export function tellProblem(problem: Problem, root: SchemaObject, whole: string): string {
  const { keyword, path, name = '', schema, value } = problem
  if (keyword === 'required') {
    return `${placeOf([...path, name])} is missing, want ${describeSchema(schema.properties?.[name] ?? true, root)}`
  }
  const place = path.length === 0 ? whole : placeOf(path)
  return `${place}: got ${quote(value)}, want ${describeSchema(schema, root)}`
}

function tellMisspelt({ path, name, known }: UnknownName): string {
  return `${placeOf([...path, quoteName(name)])} is no argument, did you mean ${nearest(name, known).join(' or ')}?`
}

function groupByPath(problems: readonly UnknownName[]): UnknownName[][] {
  const groups = new Map<string, UnknownName[]>()
  for (const problem of problems) {
    const place = placeOf(problem.path)
    groups.set(place, [...(groups.get(place) ?? []), problem])
  }
  return [...groups.values()]
}

/** Names that nothing here resembles, together. */
function tellInvented(problems: readonly UnknownName[]): string {
  const names = problems.map(({ path, name }) => placeOf([...path, quoteName(name)]))
  const rest = names.length - shownNames
  const shown = [...names.slice(0, shownNames), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ')
  return `${shown} ${names.length === 1 ? 'is no argument' : 'are no arguments'}; ${knownText(problems[0])}`
}

function knownText(problem: UnknownName | undefined): string {
  const patterns = Object.keys(problem?.schema.patternProperties ?? {})
  const known = problem?.known ?? []
  if (known.length > 0) return `known: ${known.join(', ')}`
  return patterns.length > 0 ? `names match ${patterns.join(' or ')}` : 'there are none'
}

function quoteName(name: string): string {
  return /^[\w-]{1,64}$/.test(name) ? name : quote(name)
}

/** A place as one would write it in code: `lines[0].qty`. */
export function placeOf(path: Problem['path']): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('')
}
