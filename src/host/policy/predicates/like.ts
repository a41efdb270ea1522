import { globTest } from '../glob.ts'
import type { Predicate } from '../predicate.ts'

const predicate: Predicate = {
  name: 'like',
  says: 'The text is like this; * stands for anything.',
  schema: { type: 'string' },
  test(operand) {
    const fits = globTest(String(operand))
    return (value) => (typeof value === 'string' ? fits(value) : undefined)
  },
}

export default predicate
