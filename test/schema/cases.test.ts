import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonSchema } from '../../src/tool/schema.ts'
import { problemsOf, unsupported, validatorOf } from '../../src/tool/validate.ts'

interface Case {
  readonly input: JsonSchema
  readonly output?: JsonSchema
  readonly accept: readonly unknown[]
  readonly reject: readonly unknown[]
}

const folder = process.env['VERBNOUN_CASES'] ?? '../shared/cases'
const expected: Record<string, Case> = JSON.parse(readFileSync(join(folder, 'schema/schema-expected.json'), 'utf8'))
const cases = Object.entries(expected).filter(([, { input }]) => input !== undefined)

describe.each(cases)('%s', (_name, { input, accept, reject }) => {
  test('can be used', () => {
    expect(unsupported(input)).toEqual([])
  })

  test('accepts what it should and refuses the rest, with a reason', () => {
    expect(accept.flatMap((value) => problemsOf(input, value))).toEqual([])
    expect(reject.filter((value) => validatorOf(input)(value))).toEqual([])
    expect(reject.filter((value) => problemsOf(input, value).length === 0)).toEqual([])
  })
})
