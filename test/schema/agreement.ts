import fc from 'fast-check'
import type { SchemaObject } from '../../src/tool/schema/schema.ts'
import { unsupported, validatorOf } from '../../src/tool/schema/validate.ts'
import { json, rootSchemas } from './arbitraries.ts'
import type { Oracle } from './oracles.ts'

export const sound: fc.Arbitrary<SchemaObject> = rootSchemas.filter((schema) => unsupported(schema).length === 0)
export const candidates: fc.Arbitrary<unknown[]> = fc.array(json, { minLength: 5, maxLength: 20 })

/** Where generated schemas say of generated values what an oracle does not say; undefined if nowhere. */
export async function disagreement(oracle: Oracle, numRuns: number): Promise<string | undefined> {
  const property = fc.asyncProperty(sound, candidates, async (schema, list) => {
    const validator = await oracle(schema)
    return list.every((value) => [undefined, validatorOf(schema)(value)].includes(validator(value)))
  })
  return fc.defaultReportMessage(await fc.check(property, { numRuns }))
}
