import type { Annotations } from './annotations.ts'
import type { Repeatable, ToolConfig } from './config.ts'
import type { Result } from './results/content.ts'
import { isResult } from './results/content.ts'
import { ToolError } from './error.ts'
import type { UnknownObject } from './json.ts'
import { placeOf } from './arguments/problem-text.ts'
import type { JsonSchema, ObjectSchema, SchemaObject } from './schema/schema.ts'
import type { InputOf, OutputOf, StandardIssue, StandardSchema } from './schema/standard-schema.ts'
import { isStandardSchema, jsonSchemaOf, pathOf } from './schema/standard-schema.ts'
import type { Tool, ToolContext } from './tool.ts'
import { unsupported } from './schema/validate.ts'

type AnyFunction = (...args: never[]) => unknown
type Awaitable<Value> = Value | Promise<Value>

/** What takes arguments: a schema of a library, or a JSON Schema of an object. */
export type InputSource = StandardSchema | ObjectSchema

/** The arguments that `run` gets. */
export type ArgumentsOf<Input> = Input extends StandardSchema ? OutputOf<Input> : UnknownObject

/** What `run` may return: what the output schema takes, or content where there is none. */
export type ReturnOf<Output> = Output extends StandardSchema ? InputOf<Output> | Result<InputOf<Output>> : unknown

/** A tool that needs no compiler: its schemas are values. */
export interface ToolSpecification<Input extends InputSource, Output extends StandardSchema | JsonSchema | undefined>
  extends ToolConfig, Repeatable {
  readonly name: string
  readonly description: string
  readonly input: Input
  readonly output?: Output
  readonly annotations?: Annotations
  run(args: ArgumentsOf<Input>, context: ToolContext): Awaitable<ReturnOf<Output>>
}

const configured = Symbol.for('verbnoun.config')
const specified = Symbol.for('verbnoun.tool')

/** Adds to an exported function what its types and comment cannot say. Gives the function itself. */
export function tool<Callee extends AnyFunction>(callee: Callee, config?: ToolConfig): Callee
/** Makes a tool whose schemas are values. Throws a `TypeError` where a schema cannot be served. */
export function tool<Input extends InputSource, Output extends StandardSchema | JsonSchema | undefined = undefined>(
  specification: ToolSpecification<Input, Output>,
): Tool
export function tool(
  subject: AnyFunction | ToolSpecification<InputSource, StandardSchema | JsonSchema | undefined>,
  config: ToolConfig = {},
): AnyFunction | Tool {
  if (typeof subject !== 'function') return specify(subject)
  return Object.defineProperty(subject, configured, { value: config })
}

/** What `tool` added to a function. */
export function configOf(callee: object): ToolConfig {
  return isConfigured(callee) ? callee[configured] : {}
}

function isConfigured(callee: object): callee is { [configured]: ToolConfig } {
  return configured in callee
}

/** Whether a value was made by `tool` from schemas, in this copy of the package or in another. */
export function isTool(value: unknown): value is Tool {
  return typeof value === 'object' && value !== null && specified in value
}

type Specification = ToolSpecification<InputSource, StandardSchema | JsonSchema | undefined>

function specify(specification: Specification): Tool {
  const { input, output, ...rest } = specification
  const { name } = rest
  const inputSchema = requireObject(schemaOf(name, input, 'input'), name)
  const outputSchema = output === undefined ? undefined : schemaOf(name, output, 'output')
  const made: Tool = {
    ...rest,
    inputSchema,
    ...(outputSchema !== undefined && { outputSchema }),
    async run(args, context) {
      const returned = await specification.run(await readInput(name, input, args), context)
      return await readOutput(output, returned)
    },
  }
  return Object.defineProperty(made, specified, { value: true })
}

function schemaOf(name: string, source: StandardSchema | JsonSchema, side: 'input' | 'output'): JsonSchema {
  const schema = isStandardSchema(source) ? standardSchema(name, source, side) : source
  const [first, ...others] = unsupported(schema)
  if (first === undefined) return schema
  throw new TypeError(`${name}: its ${side} schema uses what is not supported: ${[first, ...others].join(', ')}.`)
}

/** Libraries strip unknown names in silence; a model that misspells one is better told. */
function standardSchema(name: string, source: StandardSchema, side: 'input' | 'output'): SchemaObject {
  try {
    const schema = jsonSchemaOf(source, side)
    const isOpen = schema.type !== 'object' || 'additionalProperties' in schema || 'patternProperties' in schema
    return isOpen ? schema : { ...schema, additionalProperties: false }
  } catch (error) {
    throw new TypeError(`${name}: ${error instanceof Error ? error.message : String(error)}.`, { cause: error })
  }
}

function requireObject(schema: JsonSchema, name: string): ObjectSchema {
  if (isObjectSchema(schema)) return schema
  throw new TypeError(`${name}: the input schema of a tool is an object with "type": "object".`)
}

function isObjectSchema(schema: JsonSchema): schema is ObjectSchema {
  return typeof schema === 'object' && schema.type === 'object'
}

async function readInput(name: string, input: InputSource, args: UnknownObject): Promise<unknown> {
  if (!isStandardSchema(input)) return args
  const reading = await input['~standard'].validate(args)
  if (reading.issues === undefined) return reading.value
  throw new ToolError([`${name} was not run:`, ...reading.issues.map((issue) => `- ${tell(issue)}`)].join('\n'))
}

function tell(issue: StandardIssue): string {
  const place = placeOf(pathOf(issue))
  return place === '' ? issue.message : `${place}: ${issue.message}`
}

/** What the library would not take goes on as it is, and is refused by its JSON Schema in our own words. */
async function readOutput(output: Specification['output'], returned: unknown): Promise<unknown> {
  if (!isStandardSchema(output) || isResult(returned)) return returned
  const reading = await output['~standard'].validate(returned)
  return reading.issues === undefined ? reading.value : returned
}
