import { describe, expect, test } from 'vitest'
import { problemsOf, unsupported, validatorOf } from '../../src/tool/schema/validate.ts'
import type { Row } from './keyword-rows.ts'
import { formatRows, rows } from './keyword-rows.ts'
import { oracles } from './oracles.ts'

const all: readonly Row[] = [
  ...rows,
  ...Object.entries(formatRows).map(([format, row]) => ({
    ...row,
    schema: { format },
    takes: [...row.takes, 5, null],
  })),
]

describe.each(all.map((row) => [JSON.stringify(row.schema), row] as const))(
  '%s',
  (_title, { schema, takes, refuses, except }) => {
    test('means what the specification says', () => {
      expect(unsupported(schema)).toEqual([])
      expect(takes.filter((value) => !validatorOf(schema)(value))).toEqual([])
      expect(refuses.filter((value) => validatorOf(schema)(value))).toEqual([])
    })

    test('gives a reason exactly where it refuses', () => {
      expect(takes.flatMap((value) => problemsOf(schema, value))).toEqual([])
      expect(refuses.filter((value) => problemsOf(schema, value).length === 0)).toEqual([])
    })

    test.each(oracles)('means the same to %s', async (name, oracle) => {
      const validator = await oracle(schema)
      const others = [...takes.filter((value) => !validator(value)), ...refuses.filter((value) => validator(value))]
      expect(others).toEqual(except?.[name] ?? [])
    })
  },
)

test('a price may be a multiple of a cent', () => {
  const validator = validatorOf({ multipleOf: 0.01 })
  expect([0.07, 19.99, 1e21, 5e-3].map((value) => validator(value))).toEqual([true, true, true, false])
})

test('only an encoded label has hyphens in its third and fourth place', () => {
  const validator = validatorOf({ format: 'hostname' })
  expect(['xn--nxasmq6b.com', 'ab--cd.com', 'ab-cd.com'].map((value) => validator(value))).toEqual([true, false, true])
})
