import fc from 'fast-check'
import { expect, test } from 'vitest'
import { problemsOf, validatorOf } from '../../src/tool/schema/validate.ts'
import { candidates, disagreement, sound } from './agreement.ts'
import { oracles } from './oracles.ts'

test.each(oracles)('generated schemas say of generated values what %s says', async (_name, oracle) => {
  expect(await disagreement(oracle, 60)).toBeUndefined()
})

test('there is a problem exactly where a value does not fit', () => {
  fc.assert(
    fc.property(sound, candidates, (schema, list) => {
      expect(list.map((value) => problemsOf(schema, value).length === 0)).toEqual(
        list.map((value) => validatorOf(schema)(value)),
      )
    }),
    { numRuns: 150 },
  )
})

test('the place of a problem is in the value', () => {
  fc.assert(
    fc.property(sound, candidates, (schema, list) => {
      const strays = list.flatMap((value) =>
        problemsOf(schema, value).filter((problem) => at(value, problem.path) !== problem.value),
      )
      expect(strays).toEqual([])
    }),
    { numRuns: 150 },
  )
})

function at(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce((inner: unknown, step) => Object(inner)[step], value)
}
