import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonSchema } from '../../src/tool/schema/schema.ts'
import { problemsOf, unsupported, validatorOf } from '../../src/tool/schema/validate.ts'
import { casesFolder } from '../compile/cases.ts'
import { oracles } from './oracles.ts'

interface Case {
  readonly input: JsonSchema
  readonly output?: JsonSchema
  readonly accept: readonly unknown[]
  readonly reject: readonly unknown[]
}

const expected: Record<string, Case | { readonly error: string }> = JSON.parse(
  readFileSync(join(casesFolder, 'schema-expected.json'), 'utf8'),
)
const cases = Object.entries(expected).flatMap(([name, one]) => ('input' in one ? [[name, one] as const] : []))
const samples = cases.flatMap(([, { accept, reject }]) => [...accept, ...reject])

test('there are cases', () => {
  expect(cases.length).toBeGreaterThanOrEqual(50)
})

describe.each(cases)('%s', (_name, { input, output, accept, reject }) => {
  test('can be used', () => {
    expect([input, output ?? true].map((schema) => unsupported(schema))).toEqual([[], []])
  })

  test('accepts and refuses what it should, with a reason', () => {
    expect(accept.flatMap((value) => problemsOf(input, value))).toEqual([])
    expect(reject.filter((value) => validatorOf(input)(value))).toEqual([])
    expect(reject.filter((value) => problemsOf(input, value).length === 0)).toEqual([])
  })

  test.each(oracles)('says of every value of every case what %s says', async (_oracle, oracle) => {
    for (const schema of [input, output ?? true]) {
      const validator = await oracle(schema)
      const ours = validatorOf(schema)
      expect(samples.map((value) => ours(value))).toEqual(samples.map((value) => validator(value)))
    }
  })
})
