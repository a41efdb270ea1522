import { any } from '../predicate.ts'
import type { Predicate } from '../predicate.ts'

const predicate: Predicate = {
  name: 'some',
  says: 'At least one item of the list is so.',
  schema: { $ref: '#/$defs/condition' },
  test(operand, { testOf }) {
    const test = testOf(operand)
    return (value) => (Array.isArray(value) ? any(value.map(test)) : undefined)
  },
}

export default predicate
