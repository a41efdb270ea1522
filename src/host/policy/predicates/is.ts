import type { Predicate } from '../predicate.ts'
import { scalar, scalarTest } from '../scalar.ts'

const predicate: Predicate = {
  name: 'is',
  says: 'The value is this.',
  schema: scalar,
  test: (operand) => scalarTest([operand]),
}

export default predicate
