import type { Predicate } from '../predicate.ts'
import { number, numberTest } from '../number.ts'

const predicate: Predicate = {
  name: 'max',
  says: 'The number is this or less.',
  schema: number,
  test: (operand) => numberTest(operand, (value, limit) => value <= limit),
}

export default predicate
