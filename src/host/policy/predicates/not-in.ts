import type { Predicate } from '../predicate.ts'
import { scalars, scalarTest } from '../scalar.ts'

const predicate: Predicate = {
  name: 'not_in',
  says: 'The value is none of these.',
  schema: scalars,
  test(operand) {
    const isIn = scalarTest(Array.isArray(operand) ? operand : [])
    return (value) => {
      const holds = isIn(value)
      return holds === undefined ? undefined : !holds
    }
  },
}

export default predicate
