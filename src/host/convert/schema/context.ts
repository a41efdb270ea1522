import type { UnknownObject } from '../../../tool/index.ts'
import type { SchemaRules } from '../schema-rules.ts'
import type { Resolve } from './references.ts'

/** What is known while one schema is converted. */
export interface Context {
  readonly rules: SchemaRules
  readonly resolve: Resolve
  /** Names of properties that the provider refuses, and what they are called instead. */
  readonly names: ReadonlyMap<string, string>
  /** What becomes of the properties of an object, by its converted `properties`. */
  readonly undo: Map<UnknownObject, Undo>
  /** The way back to the walk, for what holds schemas. */
  readonly convert: (schema: unknown) => UnknownObject
}

/** How the properties of an object are read. */
export interface Undo {
  /** What they were called, by what they are called. */
  readonly original: ReadonlyMap<string, string>
  /** Of these, null means that they are absent. */
  readonly optional: ReadonlySet<string>
}
