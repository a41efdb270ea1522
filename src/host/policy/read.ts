import { digest, isObject, nearest, problemsOf, tellProblem } from '../../tool/index.ts'
import type { Problem, SchemaObject, UnknownObject } from '../../tool/index.ts'
import { LineCounter, parseDocument } from 'yaml'
import { assurances, tiers } from '../tier.ts'
import type { Assurance, Tier } from '../tier.ts'
import { readCondition } from './condition.ts'
import type { Surroundings } from './predicate.ts'
import type { Budget, Decision, Policy, Rule, Source } from './rule.ts'
import { policySchema, ruleSchema } from './schema.ts'

/** A policy file that cannot be used; the message says where and why. */
export class PolicyError extends Error {
  override readonly name: string = 'PolicyError'
}

/** Where a policy stands and whose it is. */
export interface PolicyFile {
  readonly text: string
  /** For messages. */
  readonly name: string
  readonly source: Source
}

/** Reads a policy file. What it does not know it refuses: a misspelt word must not loosen anything. */
export function readPolicy(file: PolicyFile, surroundings: Surroundings): Policy {
  const { source, name } = file
  const document = parseYaml(file.text, name)
  const problems = [
    ...problemsOf(outline, document).map((problem) => tell(problem, outline)),
    ...problemsOfRules(document),
  ]
  if (problems.length > 0 || !isObject(document))
    throw new PolicyError([`${name} is no policy:`, ...problems.map((line) => `- ${line}`)].join('\n'))
  const rules = objectsIn(document['rules']).map((rule) => readRule(rule, source, surroundings))
  const widening = source === 'project' ? rules.filter(({ decision }) => decision === 'allow') : []
  if (widening.length > 0)
    throw new PolicyError(
      `${name} is a project's policy, which may only ask and deny: ${widening.map(({ id }) => id).join(', ')} would allow. Put it into your own policy.`,
    )
  return {
    source,
    rules,
    defaults: readPerTier(document['default'], isDecision),
    assurances: readPerTier(document['assurance'], isAssurance),
    digest: digest(document),
  }
}

/** The YAML of a file as JSON. Duplicate keys, aliases and tags are refused: they hide what a person would read. */
export function parseYaml(text: string, name: string): unknown {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { version: '1.2', schema: 'core', lineCounter, merge: false })
  const [error] = [...document.errors, ...document.warnings]
  if (error !== undefined)
    throw new PolicyError(`${name}:${error.linePos?.[0].line ?? 1}: ${error.message.split('\n')[0]}`)
  try {
    return document.toJS({ maxAliasCount: 0 })
  } catch {
    throw new PolicyError(`${name}: aliases (*) are not read; write it out.`)
  }
}

/** The rules are looked at one by one, each as what it wants to be. */
const outline: SchemaObject = {
  ...policySchema(),
  properties: { ...policySchema().properties, rules: { type: 'array', items: { type: 'object' } } },
}

const ruleSchemas = { allow: ruleSchema('allow'), ask: ruleSchema('ask'), deny: ruleSchema('deny') }

function problemsOfRules(document: unknown): string[] {
  const rules = isObject(document) ? objectsIn(document['rules']) : []
  const ids = rules.map(({ id }) => id)
  const repeated = ids.filter((id, at) => typeof id === 'string' && ids.indexOf(id) !== at)
  return [
    ...rules.flatMap((rule, at) => problemsOfRule(rule).map((line) => `${nameOf(rule, at)}: ${line}`)),
    ...repeated.map((id) => `two rules have the id "${String(id)}"`),
  ]
}

function nameOf({ id }: UnknownObject, at: number): string {
  return typeof id === 'string' ? `rule ${id}` : `rule ${at + 1}`
}

function problemsOfRule(rule: UnknownObject): string[] {
  const kinds = (['allow', 'ask', 'deny'] as const).filter((kind) => kind in rule)
  const [kind] = kinds
  if (kind === undefined || kinds.length > 1) return ['it says one of allow, ask and deny']
  const schema = ruleSchemas[kind]
  return problemsOf(schema, rule).map((problem) => tell(problem, schema))
}

function tell(problem: Problem, root: SchemaObject): string {
  const { name, known = [], path } = problem
  if (name === undefined || !['additionalProperties', 'propertyNames'].includes(problem.keyword))
    return tellProblem(problem, root, 'the whole')
  const near = nearest(name, known)
  const place = path.length === 0 ? '' : ` in ${path.join('.')}`
  const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : `there are ${known.join(', ') || 'none'}`
  return `"${name}"${place} is unknown, ${hint}`
}

function readRule(rule: UnknownObject, source: Source, surroundings: Surroundings): Rule {
  const decision = (['allow', 'ask', 'deny'] as const).find((kind) => kind in rule) ?? 'deny'
  const [server = '', ...tool] = String(rule[decision]).split('/')
  const { id, tier, when, budget, expires, raise, assurance, tell: told } = rule
  return {
    id: String(id),
    source,
    decision,
    server,
    tool: tool.join('/'),
    tiers: Array.isArray(tier) ? tiers.filter((each) => tier.includes(each)) : undefined,
    conditions: isObject(when) ? Object.entries(when).map(([on, wants]) => readCondition(on, wants, surroundings)) : [],
    budget: isObject(budget) ? readBudget(budget) : undefined,
    expires: typeof expires === 'string' ? readTime(expires, String(id)) : undefined,
    raise: tiers.find((each) => each === raise),
    assurance: assurances.find((each) => each === assurance),
    tell: typeof told === 'string' ? told : undefined,
  }
}

function readBudget({ calls, sum, per, by }: UnknownObject): Budget {
  const sums = isObject(sum) ? Object.entries(sum).map(([path, most]) => [path, Number(most)] as const) : []
  return {
    ...(typeof calls === 'number' && { calls }),
    sums: Object.fromEntries(sums),
    per: readDuration(String(per)),
    by: by === 'everybody' ? 'everybody' : 'principal',
  }
}

function readDuration(text: string): number {
  const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
  return Number(text.slice(0, -1)) * (units[text.slice(-1)] ?? Number.NaN)
}

function readTime(text: string, id: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new PolicyError(`rule ${id}: expires: there is no such day as ${text}.`)
  return time
}

function readPerTier<Value extends string>(
  said: unknown,
  isValue: (value: unknown) => value is Value,
): Partial<Record<Tier, Value>> {
  const found: Partial<Record<Tier, Value>> = {}
  for (const tier of tiers) {
    const value = isObject(said) ? said[tier] : undefined
    if (isValue(value)) found[tier] = value
  }
  return found
}

function isDecision(value: unknown): value is Decision {
  return value === 'allow' || value === 'ask' || value === 'deny'
}

function isAssurance(value: unknown): value is Assurance {
  return assurances.some((each) => each === value)
}

function objectsIn(list: unknown): readonly UnknownObject[] {
  return Array.isArray(list) ? list.filter(isObject) : []
}
