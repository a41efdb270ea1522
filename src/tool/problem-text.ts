import { describeSchema, quote } from './schema-text.ts'
import { nearest } from './nearest.ts'
import type { ToolDefinition } from './tool.ts'
import type { Problem } from './validate.ts'

const shownProblems = 10

/** What is wrong with the arguments of a call, a line a problem, for a model that will call again. */
export function tellProblems(tool: ToolDefinition, problems: readonly Problem[]): string[] {
  const told = [...new Set(withoutMisspelt(problems).map((problem) => tell(problem, tool)))]
  const [first = '', ...others] = told
  if (others.length === 0) return [`${tool.name} was not run: ${first}${first.endsWith('?') ? '' : '.'}`]
  const rest = told.length - shownProblems
  return [
    `${tool.name} was not run:`,
    ...told.slice(0, shownProblems).map((line) => `- ${line}`),
    ...(rest > 0 ? [`- and ${rest} more`] : []),
  ]
}

/** An argument that is missing because its name was misspelt is one mistake, not two. */
function withoutMisspelt(problems: readonly Problem[]): readonly Problem[] {
  const meant = new Set(
    problems.filter(isUnknownName).map(({ path, name, known }) => placeOf([...path, nearest(name, known)[0] ?? ''])),
  )
  return problems.filter(
    ({ keyword, path, name }) => keyword !== 'required' || !meant.has(placeOf([...path, name ?? ''])),
  )
}

function isUnknownName(
  problem: Problem,
): problem is Problem & { readonly name: string; readonly known: readonly string[] } {
  return problem.keyword === 'additionalProperties' && problem.name !== undefined && problem.known !== undefined
}

function tell(problem: Problem, tool: ToolDefinition): string {
  const root = tool.inputSchema
  if (isUnknownName(problem)) return tellUnknownName(problem)
  if (problem.keyword === 'required') {
    const wanted = problem.schema.properties?.[problem.name ?? '']
    return `${placeOf([...problem.path, problem.name ?? ''])} is missing, want ${describeSchema(wanted ?? true, root)}`
  }
  const place = problem.path.length === 0 ? 'the arguments' : placeOf(problem.path)
  return `${place}: got ${quote(problem.value)}, want ${describeSchema(problem.schema, root)}`
}

function tellUnknownName({
  path,
  name,
  known,
}: {
  path: Problem['path']
  name: string
  known: readonly string[]
}): string {
  const place = placeOf([...path, quoteName(name)])
  const near = nearest(name, known)
  if (near.length > 0) return `${place} is no argument, did you mean ${near.join(' or ')}?`
  return known.length === 0
    ? `${place} is no argument, there are none here`
    : `${place} is no argument, there are ${known.join(', ')}`
}

function quoteName(name: string): string {
  return /^[\w-]{1,64}$/.test(name) ? name : quote(name)
}

/** A place as one would write it in code: `lines[0].qty`. */
export function placeOf(path: Problem['path']): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('')
}
