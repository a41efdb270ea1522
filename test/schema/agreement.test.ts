import fc from 'fast-check'
import { expect, test } from 'vitest'
import { problemsOf, unsupported, validatorOf } from '../../src/tool/validate.ts'
import { json, rootSchemas } from './arbitraries.ts'
import { byAjv, byHyperjump } from './oracles.ts'

const sound = rootSchemas.filter((schema) => unsupported(schema).length === 0)
const values = fc.array(json, { minLength: 5, maxLength: 20 })

test.each([
  { name: 'Ajv', oracle: byAjv, numRuns: 300 },
  { name: 'Hyperjump', oracle: byHyperjump, numRuns: 150 },
])('generated schemas say of generated values what $name says', async ({ oracle, numRuns }) => {
  await fc.assert(
    fc.asyncProperty(sound, values, async (schema, list) => {
      const validator = await oracle(schema)
      const answered = list.filter((value) => validator(value) !== undefined)
      expect(answered.map((value) => validatorOf(schema)(value))).toEqual(answered.map(validator))
    }),
    { numRuns },
  )
})

test('there is a problem exactly where a value does not fit', () => {
  fc.assert(
    fc.property(sound, values, (schema, list) => {
      expect(list.map((value) => problemsOf(schema, value).length === 0)).toEqual(
        list.map((value) => validatorOf(schema)(value)),
      )
    }),
    { numRuns: 150 },
  )
})

test('the place of a problem is in the value', () => {
  fc.assert(
    fc.property(sound, values, (schema, list) => {
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
