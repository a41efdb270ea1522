import type { SchemaObject } from '../../tool/index.ts'
import type { Test } from './predicate.ts'

export const number: SchemaObject = { type: 'number' }

/** A test of numbers; everything else is unknown. */
export function numberTest(operand: unknown, holds: (value: number, limit: number) => boolean): Test {
  const limit = Number(operand)
  return (value) => (typeof value === 'number' && Number.isFinite(value) ? holds(value, limit) : undefined)
}
