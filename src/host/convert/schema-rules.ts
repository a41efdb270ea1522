/** Which part of JSON Schema a provider takes. The root is an object without a composition for all of them. */
export interface SchemaRules {
  /** Keywords that are taken; what others say is said in the description. */
  readonly keywords: ReadonlySet<string>
  /** What `format` may be; absent: anything. */
  readonly formats?: readonly string[]
  /** What a `pattern` may not hold; absent: anything. */
  readonly refusedPattern?: RegExp
  /** `keep`: `$ref` is taken; `acyclic`: where it does not come back to itself; `none`: targets are put in its place. */
  readonly references: 'keep' | 'acyclic' | 'none'
  /** Whether a `type` may be a list; where not, there is `nullable`, and a union of one schema a type. */
  readonly typeLists: boolean
  /** What `enum` may hold. */
  readonly enums: 'anything' | 'scalars' | 'strings'
  /** Keywords beside which nothing may stand. */
  readonly lone: readonly ('anyOf' | '$ref')[]
  /** Whether each schema must have a `type` or be a union of such. */
  readonly typed: boolean
  /** `closed`: each object must be; `required`: each property too, so that what is optional may be null instead. */
  readonly objects: 'open' | 'closed' | 'required'
  /** The most that `minItems` may be. */
  readonly mostMinItems?: number
  /** What a property may be called. */
  readonly propertyName?: RegExp
  readonly limits?: SchemaLimits
}

/** The most that one schema may have. */
export interface SchemaLimits {
  /** Properties of all objects together. */
  readonly properties?: number
  /** Levels of nested objects. */
  readonly levels?: number
  /** Characters of names of properties, enums and constants together. */
  readonly characters?: number
  /** Values of all enums together. */
  readonly enumValues?: number
  /** Characters of one enum that has more than 250 values. */
  readonly longestEnum?: number
}

/** What is taken where the provider is to hold the model to the schema. Limits are those of one request. */
export interface StrictRules {
  readonly schema: SchemaRules
  /** Whether a tool is strict of which a request does not say that it is not. */
  readonly isDefault?: boolean
  readonly mostTools?: number
  /** Properties that are not required, of all tools together. */
  readonly mostOptional?: number
  /** Properties of more than one type, of all tools together. */
  readonly mostUnions?: number
}
