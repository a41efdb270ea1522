import { all } from '../predicate.ts'
import type { Predicate } from '../predicate.ts'

const predicate: Predicate = {
  name: 'each',
  says: 'All items of the list are so.',
  schema: { $ref: '#/$defs/condition' },
  test(operand, { testOf }) {
    const test = testOf(operand)
    return (value) => (Array.isArray(value) ? all(value.map(test)) : undefined)
  },
}

export default predicate
