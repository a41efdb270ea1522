import type { SchemaObject } from '../../tool/index.ts'

/** What a test of a value gives: `undefined` is unknown, where the value is absent, of another type or cannot be read. */
export type Holds = boolean | undefined

export type Test = (value: unknown) => Holds

/** What tests may ask of this machine. */
export interface Surroundings {
  /** The person's home folder. */
  readonly home: string
  /** The place a path leads to, its symbolic links followed as far as it exists. The path is absolute. */
  readonly realPath: (path: string) => string
}

/** What a predicate may use to make its test. */
export interface Making extends Surroundings {
  /** The test of a whole condition: all predicates of it. */
  readonly testOf: (condition: unknown) => Test
}

/** One word of a condition, as in `{ max: 5000 }`. */
export interface Predicate {
  readonly name: string
  /** For the docs: what it says of a value. */
  readonly says: string
  /** What may stand behind it. */
  readonly schema: SchemaObject
  /** Whether absence is known to it; to all others what is absent is unknown. */
  readonly seesAbsence?: boolean
  /** Gets an operand that fits the schema. */
  readonly test: (operand: unknown, making: Making) => Test
  /** Why nothing can fit this operand, if so. */
  readonly neverHolds?: (operand: unknown, condition: Readonly<Record<string, unknown>>) => string | undefined
}

/** All must hold: false wins, then unknown. */
export function all(found: Iterable<Holds>): Holds {
  let holds: Holds = true
  for (const each of found) {
    if (each === false) return false
    if (each === undefined) holds = undefined
  }
  return holds
}

/** One must hold: true wins, then unknown. */
export function any(found: Iterable<Holds>): Holds {
  let holds: Holds = false
  for (const each of found) {
    if (each === true) return true
    if (each === undefined) holds = undefined
  }
  return holds
}
