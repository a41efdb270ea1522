import type { Predicate } from '../predicate.ts'
import { number, numberTest } from '../number.ts'

const predicate: Predicate = {
  name: 'below',
  says: 'The number is less than this.',
  schema: number,
  test: (operand) => numberTest(operand, (value, limit) => value < limit),
}

export default predicate
