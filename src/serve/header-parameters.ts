import { isObject, type ToolDefinition } from '../tool/index.ts'

/** An argument that a client repeats in a header of its HTTP request. */
export interface HeaderParameter {
  readonly header: string
  /** The keys that lead to it in the arguments. */
  readonly path: readonly string[]
  readonly type: 'string' | 'integer' | 'boolean'
}

const keyword = 'x-mcp-header'
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const known = new WeakMap<object, readonly HeaderParameter[]>()

/**
 * The arguments of a tool that travel in headers too. Throws a `TypeError` where its schema breaks the rules for them.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters
 */
export function headersOf({ name, inputSchema }: ToolDefinition): readonly HeaderParameter[] {
  const found = known.get(inputSchema)
  if (found !== undefined) return found
  const parameters = inProperties(name, inputSchema, [])
  if (parameters.length !== countIn(inputSchema))
    throw new TypeError(`${name}: "${keyword}" stands where only "properties" lead to.`)
  if (new Set(parameters.map(({ header }) => header.toLowerCase())).size < parameters.length)
    throw new TypeError(`${name}: two parameters have the same "${keyword}".`)
  known.set(inputSchema, parameters)
  return parameters
}

function inProperties(tool: string, schema: unknown, path: readonly string[]): HeaderParameter[] {
  if (!isObject(schema)) return []
  const own = keyword in schema ? [parameter(tool, schema, path)] : []
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  return [...own, ...Object.entries(properties).flatMap(([key, part]) => inProperties(tool, part, [...path, key]))]
}

function parameter(tool: string, schema: Readonly<Record<string, unknown>>, path: readonly string[]): HeaderParameter {
  const { [keyword]: header, type } = schema
  if (typeof header !== 'string' || !token.test(header))
    throw new TypeError(`${tool}: "${keyword}" of ${path.join('.')} is no name of a header.`)
  if (type !== 'string' && type !== 'integer' && type !== 'boolean')
    throw new TypeError(`${tool}: "${keyword}" of ${path.join('.')} is for a string, an integer or a boolean.`)
  return { header, path, type }
}

/** How often the keyword stands anywhere. A property may have that name: then what it holds is a schema. */
function countIn(schema: unknown): number {
  if (Array.isArray(schema)) return schema.reduce<number>((sum, part) => sum + countIn(part), 0)
  if (!isObject(schema)) return 0
  const own = typeof schema[keyword] === 'string' ? 1 : 0
  return Object.entries(schema).reduce((sum, [key, part]) => (dataKeywords.has(key) ? sum : sum + countIn(part)), own)
}

const dataKeywords: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples'])
