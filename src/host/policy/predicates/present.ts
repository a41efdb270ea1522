import type { Predicate } from '../predicate.ts'

const predicate: Predicate = {
  name: 'present',
  says: 'Whether there is a value at all.',
  schema: { type: 'boolean' },
  seesAbsence: true,
  test: (operand) => (value) => (value !== undefined) === operand,
}

export default predicate
