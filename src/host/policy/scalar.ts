import type { SchemaObject } from '../../tool/index.ts'
import type { Test } from './predicate.ts'

export const scalar: SchemaObject = { type: ['string', 'number', 'boolean', 'null'] }

export const scalars: SchemaObject = { type: 'array', items: scalar }

/** Whether a value is one of these. A value of a type that none of them has is unknown: `"1"` is neither 1 nor not 1. */
export function scalarTest(operands: readonly unknown[]): Test {
  const known = new Set(operands)
  const types = new Set(operands.map(typeOf))
  return (value) => {
    if (known.has(value)) return true
    return types.has(typeOf(value)) && typeof value !== 'object' ? false : undefined
  }
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : typeof value
}
