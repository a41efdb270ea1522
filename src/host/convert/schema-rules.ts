/** Which part of JSON Schema a provider takes. */
export interface SchemaRules {
  /** Keywords that are taken; 'all': whatever is not named elsewhere here. */
  readonly keywords: 'all' | readonly string[]
  /** Whether `oneOf`, `anyOf` and `allOf` may stand at the root. */
  readonly rootComposition: boolean
  /** Whether `$ref` and `$defs` are taken; where not, definitions are put where they are used. */
  readonly references: boolean
  /** Whether every property must be required, and every object closed: what is optional may be null instead. */
  readonly closed: boolean
  /** What a property may be called. */
  readonly propertyName?: RegExp
  /** The most properties of all objects together. */
  readonly mostProperties?: number
  /** The most levels of nested objects. */
  readonly mostLevels?: number
  /** The most characters of names of properties, enums and constants together. */
  readonly mostCharacters?: number
  /** The most values of all enums together. */
  readonly mostEnumValues?: number
}
