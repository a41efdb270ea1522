import type { Predicate } from '../predicate.ts'
import { scalars, scalarTest } from '../scalar.ts'

const predicate: Predicate = {
  name: 'in',
  says: 'The value is one of these.',
  schema: scalars,
  test: (operand) => scalarTest(Array.isArray(operand) ? operand : []),
  neverHolds(operand, { not_in: left }) {
    const chosen = Array.isArray(operand) ? operand : []
    if (chosen.length === 0) return 'in names nothing'
    return Array.isArray(left) && chosen.every((each) => left.includes(each))
      ? 'not_in leaves nothing of in'
      : undefined
  },
}

export default predicate
