/** The types that JSON Schema names. https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.1 */
export type SchemaType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

/**
 * How a value that JSON lacks travels: the schema describes what is on the wire, the codec what the function holds.
 * `date` and `url` and `bigint` travel as strings; `bytes` (a Uint8Array), `buffer` and `arraybuffer` as base64; `set`
 * as an array; `map` as an object and `entries` as a list of pairs.
 */
export type Codec = 'date' | 'url' | 'bigint' | 'bytes' | 'buffer' | 'arraybuffer' | 'set' | 'map' | 'entries'

/** A JSON Schema of draft 2020-12. https://json-schema.org/draft/2020-12/json-schema-core */
export type JsonSchema = boolean | SchemaObject

/** The keywords that Verbnoun writes are typed; foreign schemas may hold others. */
export interface SchemaObject {
  readonly $schema?: string
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly deprecated?: boolean
  readonly type?: SchemaType | readonly SchemaType[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly contentEncoding?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly prefixItems?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly anyOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly contains?: JsonSchema
  readonly minContains?: number
  readonly maxContains?: number
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly propertyNames?: JsonSchema
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>
  readonly dependentSchemas?: Readonly<Record<string, JsonSchema>>
  readonly not?: JsonSchema
  readonly if?: JsonSchema
  readonly then?: JsonSchema
  readonly else?: JsonSchema
  /** Ours, and never on the wire: `wireSchema` takes it out. */
  readonly 'x-codec'?: Codec
  /** Beside `default`: the reader fills it where the property is absent. Ours too, and never on the wire. */
  readonly 'x-fill'?: true
  readonly [keyword: string]: unknown
}

/** The schema of a tool's arguments: its root is always an object. */
export interface ObjectSchema extends SchemaObject {
  readonly type: 'object'
}
